# Signs a reader in by Authlib and prints what it saw as one JSON object; the test says what it must be. The client reads everything from
# the discovery document, and verifies ID tokens as Authlib's integrations for Flask and Starlette do.
import contextlib
import json
import os
import sys
from urllib.parse import parse_qs, urlsplit

from authlib.common.security import generate_token
from authlib.integrations.base_client import OAuthError
from authlib.integrations.base_client.sync_openid import OpenIDMixin
from authlib.integrations.httpx_client import OAuth2Client

from browser import Browser

# Authlib refuses http; the service under test listens on loopback.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"


class Client(OpenIDMixin, OAuth2Client):
    def load_server_metadata(self):
        if not hasattr(self, "server_metadata"):
            url = f"{self.metadata['site_url']}/.well-known/openid-configuration"
            self.server_metadata = self.request("GET", url, withhold_token=True).raise_for_status().json()
        return self.server_metadata

    def _get_session(self):
        return contextlib.nullcontext(self)


def new_client(settings, redirect_uri=None):
    return Client(
        client_id=settings["client_id"],
        client_secret=settings["client_secret"],
        redirect_uri=redirect_uri or settings["redirect_uri"],
        scope="openid email profile",
        code_challenge_method="S256",
        site_url=settings["site_url"],
    )


class Attempt:
    """One sign-in: what was sent, so that the answer can be checked against it."""

    def __init__(self, client, **parameters):
        self.client = client
        self.verifier, self.nonce = generate_token(48), generate_token(20)
        endpoint = client.load_server_metadata()["authorization_endpoint"]
        self.url, self.state = client.create_authorization_url(endpoint, code_verifier=self.verifier, nonce=self.nonce, **parameters)

    def finish(self, answer, redirect_uri=None):
        endpoint = self.client.load_server_metadata()["token_endpoint"]
        extra = {} if redirect_uri is None else {"redirect_uri": redirect_uri}
        return self.client.fetch_token(endpoint, authorization_response=answer, state=self.state, code_verifier=self.verifier, **extra)

    def claims(self, token):
        return self.client.parse_id_token(token, nonce=self.nonce)


def error_of(work):
    try:
        work()
    except Exception as error:
        return error.error if isinstance(error, OAuthError) else type(error).__name__
    return None


def altered(token):
    """The same token with a claim changed behind its signature."""
    head, body, signature = token["id_token"].split(".")
    return {**token, "id_token": ".".join([head, body[:-4] + ("AAAA" if body[-4:] != "AAAA" else "BBBB"), signature])}


def main(settings):
    client, browser = new_client(settings), Browser(settings["site_url"])
    seen = {"issuer": client.load_server_metadata()["issuer"]}
    signed_out = browser.get(Attempt(client, prompt="none").url)
    seen["signed_out"] = parse_qs(urlsplit(browser.target(signed_out)).query)["error"][0]

    attempt = Attempt(client)
    answer = browser.sign_in(attempt.url, settings["email"])
    seen["wrong_redirect"] = error_of(lambda: attempt.finish(answer, redirect_uri=settings["redirect_uri"] + "?a=1"))
    token = attempt.finish(answer)
    seen["claims"] = attempt.claims(token)
    seen["other_nonce"] = error_of(lambda: client.parse_id_token(token, nonce="another"))
    seen["altered"] = error_of(lambda: attempt.claims(altered(token)))
    seen["userinfo"] = client.userinfo()

    silent = Attempt(client, prompt="none")
    back = browser.target(browser.get(silent.url))
    seen["silent"] = silent.claims(silent.finish(back))
    seen["second_redemption"] = error_of(lambda: silent.finish(back))
    seen["userinfo_after_replay"] = client.get(client.load_server_metadata()["userinfo_endpoint"]).status_code

    elsewhere = browser.get(Attempt(new_client(settings, "https://elsewhere.example.test/callback")).url)
    seen["unregistered_redirect"] = [elsewhere.status_code, elsewhere.headers.get("location")]
    print(json.dumps(seen))


main(json.load(sys.stdin))
