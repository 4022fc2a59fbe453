"""What Schemathesis cannot know by itself: who is signed in, which codes and ID tokens are good at this moment, who was erased.

A text drawn for one of the provider's parameters is mostly replaced by what the service knows, or has just issued, so that requests come to
what lies behind the first checks. The request decides what it gets, so that it is answered alike when Schemathesis repeats it. Its parts are
replaced and not changed, as Schemathesis makes other requests from them.
"""

import base64
import hashlib
import itertools
import os
import re
import zlib
from urllib.parse import parse_qs, urlsplit

import requests
import schemathesis
from schemathesis.openapi.checks import EnsureResourceAvailability

SITE = os.environ["FUZZ_SITE_URL"]
CLIENT = (os.environ["FUZZ_CLIENT_ID"], os.environ["FUZZ_CLIENT_SECRET"])
REDIRECT_URI = "https://www.example.com/callback"
KNOWN = {
    "client_id": CLIENT[0],
    "redirect_uri": REDIRECT_URI,
    "scope": "openid email profile",
    "post_logout_redirect_uri": "https://www.example.com/bye",
}
CODE_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
MADE_BY_THE_SERVICE = re.compile(r"[\w.-]{20,}")
PLAIN_LETTERS = re.compile(r"[^!-~]")
DOMAIN_LETTERS = re.compile(r"[^A-Za-z]")
FORBIDDEN_IN_ADDRESS = re.compile(r"[\s@<>()\[\]\\,;:\"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}$")
TIME = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:")
COOKIE = "masthead_session"
UNKNOWN_COOKIE = "0" * 43

http = requests.Session()
# A proxy of the machine is not for loopback addresses.
http.trust_env = False


class Reader:
    """A browser that is signed in, until a request signs it out."""

    def __init__(self, cookie):
        self.cookie = cookie
        self._id_token = None

    def get(self, path, parameters):
        return http.get(SITE + path, params=parameters, cookies={COOKIE: self.cookie}, allow_redirects=False)

    def new_code(self, challenge):
        request = {"response_type": "code", "scope": "openid email profile", "client_id": CLIENT[0], "redirect_uri": REDIRECT_URI, "prompt": "none"}
        return parse_qs(urlsplit(self.get("/oauth/authorize", request | challenge).headers["location"]).query)["code"][0]

    def id_token(self):
        if self._id_token is None:
            form = {"grant_type": "authorization_code", "code": self.new_code({}), "redirect_uri": REDIRECT_URI}
            self._id_token = http.post(SITE + "/oauth/token", data=form, auth=CLIENT).json()["id_token"]
        return self._id_token

    def csrf_token(self):
        return re.search(r'name="csrf_token" value="([^"]+)"', self.get("/oauth/end_session", {}).text)[1]


waiting = [Reader(cookie) for cookie in os.environ["FUZZ_SESSIONS"].split(",")]
stranger = waiting.pop()
reader = waiting.pop()
# Each kind of form is a few requests of a run, too few to leave it to chance.
turns = itertools.cycle(["go back", "another site", "stay", "another reader"])
redeemed = None
erased = set()


def one_of(case, what, choices):
    """One of the choices, by the request without what the service made: its ids, codes and tokens are others in each run."""
    request = MADE_BY_THE_SERVICE.sub("", f"{what} {case.operation.label} {case.query} {case.body}")
    return choices[zlib.crc32(request.encode("utf8", "replace")) % len(choices)]


def replace_texts(case, live):
    """Query and body with most of the texts replaced that were drawn for these parameters; what is no text is what the request is about."""
    known = {name: value for name, value in {**KNOWN, **live}.items() if one_of(case, name, [True, True, True, True, False])}
    drawn = {part: getattr(case, part) for part in ("query", "body") if isinstance(getattr(case, part), dict)}
    return {
        part: {name: known[name] if name in known and isinstance(value, str) else value for name, value in parameters.items()}
        for part, parameters in drawn.items()
    }


def challenge_of(verifier):
    if not isinstance(verifier, str) or not CODE_VERIFIER.fullmatch(verifier):
        return {}
    digest = hashlib.sha256(verifier.encode()).digest()
    return {"code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="), "code_challenge_method": "S256"}


@schemathesis.hook("before_call").apply_to(operation_id=["authorize", "authorizeByPost", "endSession", "endSessionByPost"])
def come_as_somebody(context, case, kwargs):
    cookie = one_of(case, "cookie", [reader.cookie, reader.cookie, reader.cookie, UNKNOWN_COOKIE, None])
    hint_of = one_of(case, "hint", [reader, reader, reader, stranger])
    # What stands in the query and in the form is a repeated parameter, for which the request is refused: two of three have it once.
    relieved = one_of(case, "once", ["query", "body", None])
    replaced = replace_texts(case, {"id_token_hint": hint_of.id_token()})
    if len(replaced) == 2 and relieved is not None:
        repeated = replaced["query"].keys() & replaced["body"].keys()
        replaced[relieved] = {name: value for name, value in replaced[relieved].items() if name not in repeated}
    if "body" in replaced and case.operation.path == "/oauth/end_session":
        cookie = confirm(replaced, cookie)
    for part, parameters in replaced.items():
        setattr(case, part, parameters)
    if cookie is not None:
        case.cookies = {**case.cookies, COOKIE: cookie}


def confirm(replaced, cookie):
    """Makes it the form of the page that asks whether to sign out, as it is the turn of. Returns the cookie that goes with it."""
    turn = next(turns)
    if turn == "another site":
        return cookie
    replaced["body"]["csrf_token"] = (stranger if turn == "another reader" else reader).csrf_token()
    if turn == "stay":
        for parameters in replaced.values():
            parameters.pop("post_logout_redirect_uri", None)
    return reader.cookie


@schemathesis.hook("before_call").apply_to(operation_id="issueToken")
def redeem(context, case, kwargs):
    global redeemed
    if not isinstance(case.body, dict):
        return
    is_replay = one_of(case, "replay", [True, False, False, False, False, False])
    # Beside the Authorization header, the secret in the body is refused.
    if "client_secret" in case.body and one_of(case, "secret", [True, True, True, False]):
        case.body = {name: value for name, value in case.body.items() if name != "client_secret"}
    if redeemed is None or not is_replay:
        redeemed = reader.new_code(challenge_of(case.body.get("code_verifier")))
    case.body = replace_texts(case, {"code": redeemed})["body"]


@schemathesis.hook("before_call").apply_to(
    operation_id=["createCustomer", "updateCustomer", "updateMember", "listCustomers", "listMembers"]
)
def spell_address(context, case, kwargs):
    """A pattern cannot say which letters stand for others, nor what a domain is: of the addresses that fit it, those with such
    letters are refused. Each is replaced by a plain letter, so that what is asked for keeps its form and its length."""
    for part in ("query", "body"):
        parameters = getattr(case, part)
        email = parameters.get("email") if isinstance(parameters, dict) else None
        if isinstance(email, str) and email.strip().count("@") == 1:
            before, domain = email.split("@")
            plain = PLAIN_LETTERS.sub(letter_for, before) + "@" + DOMAIN_LETTERS.sub(letter_for, domain)
            setattr(case, part, parameters | {"email": plain})
    expire_code(case)


def expire_code(case):
    """A time must be in the future and sent with a code. What is no time is what the request is about."""
    form = case.body if isinstance(case.body, dict) else {}
    if isinstance(form.get("activation_code_expires_at"), str) and TIME.match(form["activation_code_expires_at"]):
        rest = {name: value for name, value in form.items() if name != "activation_code_expires_at"}
        case.body = rest | ({"activation_code_expires_at": "2040-03-01T09:30:00Z"} if "activation_code" in form else {})


@schemathesis.hook("before_call").apply_to(operation_id="createSubscription")
def end_later(context, case, kwargs):
    """A subscription ends in the future."""
    form = case.body if isinstance(case.body, dict) else {}
    if isinstance(form.get("ends_at"), str) and TIME.match(form["ends_at"]):
        case.body = form | {"ends_at": "2040-03-01T09:30:00Z"}


@schemathesis.hook("before_call").apply_to(operation_id="getFigures")
def order_days(context, case, kwargs):
    """A pattern cannot say which days there are, nor that the last is not before the first and five years are read at once; without a last day
    it is today."""
    query = case.query if isinstance(case.query, dict) else {}
    days = [name for name in ("from", "to") if isinstance(query.get(name), str) and DAY.match(query[name])]
    if days:
        plain = {"from": "2025-11-01", "to": "2026-03-31"}
        case.query = query | {name: plain[name] for name in days}


def letter_for(found):
    """White space and control characters are left: they are what the request is about."""
    character = found[0]
    return character if FORBIDDEN_IN_ADDRESS.match(character) else chr(ord("a") + ord(character) % 26)


@schemathesis.hook("after_call").apply_to(operation_id=["endSession", "endSessionByPost"])
def change_readers(context, case, response):
    global reader
    if any(value.startswith(f"{COOKIE}=;") for value in response.headers.get("set-cookie", [])):
        reader = waiting.pop()


@schemathesis.hook("after_call").apply_to(operation_id=["eraseCustomer", "eraseMember"])
def remember_erased(context, case, response):
    if response.status_code == 200:
        erased.add(case.path_parameters["id"].removeprefix("memb_").removeprefix("cus_"))


@schemathesis.hook.apply_to(operation_id="getCustomer")
def filter_failure(context, failure, case, response):
    """Whoever was made and then erased is rightly gone; Schemathesis takes a DELETE alone for an end, and this is a POST."""
    return not (isinstance(failure, EnsureResourceAvailability) and case.path_parameters["id"].removeprefix("cus_") in erased)


@schemathesis.deserializer("text/html", "application/x-pem-file")
def as_text(context, response):
    return response.content.decode(response.encoding or "utf8")
