"""What is worked out when somebody asks for it first, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from functools import cached_property as kept
else:

    class kept:
        """A property that is worked out once. That of `functools` takes a lock each time, since threads might ask for
        it together: nobody does here, where it is asked for a thousand times a game."""

        def __init__(self, work_out: Callable[[Any], Any]) -> None:
            self._work_out = work_out
            self.__doc__ = work_out.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self._name = name

        def __get__(self, whose: Any, owner: type) -> Any:
            if whose is None:
                return self
            found = self._work_out(whose)
            setattr(whose, self._name, found)
            return found


__all__ = ["kept"]
