"""Lists, page by page."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from .generated import AuthenticatedClient


def every(operation: ModuleType, client: AuthenticatedClient, **parameters: Any) -> Iterator[Any]:
    """Every object of a list, such as `every(list_members, client, limit=100)`; each page is fetched when the one before is used up."""
    page = operation.sync(client=client, **parameters)
    yield from page.objects
    while page.next_page is not None:
        page = operation.sync(client=client, **{**parameters, "page": page.next_page})
        yield from page.objects
