"""The engine: questions, answers, chance, announcements and replay. Pure; it knows no game and no clock."""
