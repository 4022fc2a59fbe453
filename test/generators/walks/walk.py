"""The walk of test/generators/walk.ts by openapi-python-client's client."""

import base64
import json
import sys
from datetime import datetime

from client import AuthenticatedClient
from client.api.GROUP import cancel_subscription, create_customer, create_subscription, get_customer, list_members
from client.models import CreateCustomerForm, CreateSubscriptionForm

given = json.load(sys.stdin)
key = base64.b64encode(f"{given['api_key']}:".encode()).decode()
client = AuthenticatedClient(base_url=given["base_url"], token=key, prefix="Basic")

created = create_customer.sync(client=client, body=CreateCustomerForm(email=given["email"]))
listed, page = [], None
while True:
    members = list_members.sync(client=client, limit=3, **({} if page is None else {"page": page}))
    listed += [member.email for member in members.objects]
    page = members.next_page
    if page is None:
        break
long_ago = given["long_ago"]
subscription = create_subscription.sync(
    client=client,
    body=CreateSubscriptionForm(customer_id=created.id, plan_id=given["plan_id"], price_id=given["price_id"]),
)
error = get_customer.sync_detailed("cus_unknown", client=client)
json.dump(
    {
        "created": created.email,
        "got": get_customer.sync(created.id, client=client).email,
        "listed": listed,
        "filtered": len(list_members.sync(client=client, created_after=LONG_AGO, limit=1).objects),
        "subscribed": subscription.status,
        "canceled": cancel_subscription.sync(subscription.id, client=client).status,
        "error": [error.status_code, json.loads(error.content)["error"]["code"]],
    },
    sys.stdout,
)
