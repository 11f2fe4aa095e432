"""Sets the village up on Discord: its face, and what its people say beyond answering questions."""

from __future__ import annotations

from bot.client import Mirror
from cogs.village.face import CROAK, SLUR, VillageFace
from cogs.village.speech import NOISE, SLURRED, SpeechCog


async def setup(client: Mirror) -> None:
    client.faces[VillageFace.game] = VillageFace()
    speech = SpeechCog(
        client=client,
        service=client.service,
        wording=client.wording,
        languages=client.languages,
        faces=client.faces,
        courier=client.courier,
        now_ms=client.now_ms,
        hush=client.hush,
        borrowed=client.borrowed,
        undo=client.undo,
    )
    client.router.on(CROAK, speech.croak)
    client.router.on(NOISE, speech.noise)
    client.router.on(SLUR, speech.open_form)
    client.router.on(SLURRED, speech.written)
    client.tongues.append(speech.overhear)
    await client.add_cog(speech)
