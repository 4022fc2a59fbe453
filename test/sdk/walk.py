"""The walk of test/sdk/walk.ts in Python."""

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Any

import httpx
from masthead_client import ApiError, connect, every
from masthead_client.generated.api.data import cancel_subscription, create_customer, create_subscription, list_customers, list_members
from masthead_client.generated.models import CreateCustomerForm, CreateSubscriptionForm

given = json.load(sys.stdin)


def client(base_url: str = given["base_url"], api_key: str = given["api_key"], change: Callable[[httpx.Request], Any] | None = None):
    return connect(api_key, base_url, httpx_args={"event_hooks": {"request": [change]} if change else {}})


def members(api) -> None:
    list_members.sync(client=api)


def create(api, email: str, idempotency_key: str) -> None:
    create_customer.sync(client=api, body=CreateCustomerForm(email=email), idempotency_key=idempotency_key)


def request_too_large() -> None:
    create(client(), "x" * 70_000, "too large")


def idempotency_conflict() -> None:
    create(client(), "first@example.net", "order-17")
    create(client(), "second@example.net", "order-17")


def rate_limited() -> None:
    api = client(given["limited_url"])
    for _ in range(3):
        members(api)


def as_delete(request: httpx.Request) -> None:
    request.method = "DELETE"


def as_json(request: httpx.Request) -> None:
    request.headers["Content-Type"] = "application/json"


def from_elsewhere(request: httpx.Request) -> None:
    request.headers["Origin"] = "https://elsewhere.example"


def without_key(request: httpx.Request) -> None:
    del request.headers["Authorization"]


FAILURES: dict[str, Callable[[], None]] = {
    "missing_api_key": lambda: members(client(change=without_key)),
    "invalid_api_key": lambda: members(client(api_key=given["unknown_key"])),
    # By the asynchronous client.
    "revoked_api_key": lambda: asyncio.run(list_members.asyncio(client=client(api_key=given["revoked_key"]))),
    "invalid_param": lambda: list_members.sync(client=client(), limit=0),
    "invalid_api_version": lambda: members(client(given["base_url"] + "/2020-01-01")),
    "not_found": lambda: cancel_subscription.sync("sub_unknown", client=client()),
    "method_not_allowed": lambda: members(client(change=as_delete)),
    "request_too_large": request_too_large,
    "unsupported_media_type": lambda: create(client(change=as_json), "json@example.net", "json"),
    "idempotency_conflict": idempotency_conflict,
    "rate_limited": rate_limited,
    "https_required": lambda: members(client(given["https_url"])),
    "cross_site_request": lambda: create(client(change=from_elsewhere), "forged@example.net", "forged"),
    "read_only_api_key": lambda: create(client(api_key=given["read_only_key"]), "reader@example.net", "reader"),
    "internal_error": lambda: list_customers.sync(client=client(**given["broken"])),
    "service_unavailable": lambda: create(client(**given["down"]), "down@example.net", "down"),
}


def failure(provoke: Callable[[], None]) -> list[Any]:
    try:
        provoke()
    except ApiError as error:
        return [type(error).__name__, error.status, error.code, error.request_id is not None]
    return ["none"]


api = client()
found = [member.email for member in every(list_members, api, limit=2)]
by_email = create_customer.sync(client=api, body=CreateCustomerForm(email="ada+100%@example.org", name="Åsa Öberg & Söhne = 雑誌"))
by_code = create_customer.sync(client=api, body=CreateCustomerForm(activation_code="PYTHON-7F3K"))
paid = create_subscription.sync(client=api, body=CreateSubscriptionForm(customer_id=by_email.id, plan_id=given["plan_id"], price_id=given["price_id"]))
complimentary = create_subscription.sync(client=api, body=CreateSubscriptionForm(customer_id=by_code.id, plan_id=given["plan_id"], price_id=None, complimentary=True))
canceled = [cancel_subscription.sync(paid.id, client=api), asyncio.run(cancel_subscription.asyncio(paid.id, client=client()))]

seen = {
    "members": found,
    "by_email": by_email.to_dict(),
    "by_code": by_code.to_dict(),
    "paid": paid.to_dict(),
    "complimentary": complimentary.to_dict(),
    "canceled": [subscription.to_dict() for subscription in canceled],
    "errors": {code: failure(provoke) for code, provoke in FAILURES.items()},
}
print(json.dumps(seen))
