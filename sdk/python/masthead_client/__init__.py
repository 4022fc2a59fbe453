"""Client of Masthead's data API.

The operations are the modules of `masthead_client.generated.api.data`, one each; `sync` of a module returns the object, or raises
the typed error of its code.
"""

from .client import connect
from .codes import *  # noqa: F403
from .errors import ApiError
from .pages import every

__all__ = ["ApiError", "connect", "every"]
