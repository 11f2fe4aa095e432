from bot.players.random_player import RandomPlayer as VillagePlayer
