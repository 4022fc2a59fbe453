"""Credentials, address, time limit, and errors of every request."""

import os
from base64 import b64encode
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import httpx

from .codes import ERROR_CLASSES
from .errors import ApiError
from .generated import AuthenticatedClient
from .version import VERSION

TIMEOUT_SECONDS = 30.0


def connect(api_key: str | None = None, base_url: str | None = None, *, timeout: float = TIMEOUT_SECONDS, httpx_args: dict[str, Any] | None = None) -> AuthenticatedClient:
    """A client for the generated operations, with which each of them raises ApiError where the service refuses or fails.

    The key and the address come from MASTHEAD_API_KEY and MASTHEAD_BASE_URL unless they are given; `timeout` is in seconds.
    Raises ValueError where one is missing, or the key would travel in plain text.
    """
    key = api_key or os.environ.get("MASTHEAD_API_KEY")
    if not key:
        raise ValueError("there is no API key: pass api_key, or set MASTHEAD_API_KEY")
    args = dict(httpx_args or {})
    args["event_hooks"] = with_hook(args.get("event_hooks", {}), raise_for_error)
    return AuthenticatedClient(
        base_url=checked(base_url or os.environ.get("MASTHEAD_BASE_URL")),
        token=b64encode(f"{key}:".encode()).decode(),
        prefix="Basic",
        headers={"User-Agent": f"masthead-python/{VERSION}"},
        timeout=httpx.Timeout(timeout),
        httpx_args=args,
    )


def checked(base_url: str | None) -> str:
    if not base_url:
        raise ValueError("there is no address of the API: pass base_url, or set MASTHEAD_BASE_URL")
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    is_loopback = host in {"localhost", "127.0.0.1", "::1"} or host.endswith(".localhost")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback):
        raise ValueError("base_url must be https: the API key travels with each request")
    return base_url.rstrip("/")


def with_hook(hooks: dict[str, list[Callable[..., Any]]], hook: Callable[[httpx.Response], Any]) -> dict[str, list[Callable[..., Any]]]:
    return {**hooks, "response": [*hooks.get("response", []), hook]}


def raise_for_error(response: httpx.Response) -> Awaitable[None] | None:
    """Raises the class of the answer's code; ApiError itself for a code that is not known yet, and for what is no answer of the service.

    One hook for both kinds of httpx clients, of which the asynchronous one awaits it.
    """
    if isinstance(response.stream, httpx.AsyncByteStream):
        return raise_for_error_later(response)
    if not response.is_success:
        response.read()
        raise to_error(response)
    return None


async def raise_for_error_later(response: httpx.Response) -> None:
    if not response.is_success:
        await response.aread()
        raise to_error(response)


def to_error(response: httpx.Response) -> ApiError:
    code, message = error_of(response)
    return ERROR_CLASSES.get(code or "", ApiError)(response.status_code, code, message, response.headers.get("request-id"))


def error_of(response: httpx.Response) -> tuple[str | None, str]:
    try:
        error = response.json()["error"]
        return str(error["code"]), str(error["message"])
    except (ValueError, KeyError, TypeError):
        return None, f"the answer is not of this service (status {response.status_code})"
