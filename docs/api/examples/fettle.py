"""Fettle's API by Python's standard library: sends, tries again, pages, follows what happens."""

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

# The line breaks before an answer, or within it.
BROKEN = (urllib.error.URLError, http.client.HTTPException, ConnectionError, TimeoutError)


class Problem(Exception):
    """A refusal. `code` is stable; `problems` name the fields."""

    def __init__(self, status, body):
        super().__init__(f"{status} {body.get('code')}: {body.get('detail') or body.get('message')}")
        self.status, self.code, self.problems = status, body.get("code"), body.get("problems", [])


class Fettle:
    def __init__(self, base, token=None):
        self.base, self.token = base, token

    def send(self, method, path, body=None, tries=8, **headers):
        """Sends once as far as Fettle is concerned: every try has the same Idempotency-Key."""
        headers = {"accept": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        if method != "GET":
            headers.setdefault("idempotency-key", str(uuid.uuid4()))
        if body is not None:
            headers["content-type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        for attempt in range(1, tries + 1):
            try:
                try:
                    with urllib.request.urlopen(request, timeout=60) as answer:
                        return json.load(answer), answer.headers
                except urllib.error.HTTPError as error:
                    wait = error.headers.get("retry-after")
                    again = error.code in (408, 429) or error.code >= 500 or (error.code == 409 and wait)
                    if attempt == tries or not again:
                        raise Problem(error.code, json.load(error)) from None
            except BROKEN:
                wait = None
                if attempt == tries:
                    raise
            time.sleep(float(wait) if wait else random.uniform(0, min(30, 2**attempt / 4)))

    def get(self, path, **parameters):
        query = f"?{urllib.parse.urlencode(parameters, doseq=True)}" if parameters else ""
        return self.send("GET", path + query)[0]

    def post(self, path, body=None):
        return self.send("POST", path, body)[0]

    def patch(self, path, body=None, **headers):
        return self.send("PATCH", path, body, **headers)[0]

    def each(self, path, **parameters):
        """Every item of a list, page by page."""
        after = f"{path}?{urllib.parse.urlencode({'limit': 200, **parameters}, doseq=True)}"
        while after:
            items, headers = self.send("GET", after)
            yield from items
            link = headers.get("link")
            after = link[link.index("<") + 1 : link.index(">")] if link else None

    def events(self, after, wait=30):
        """What changes from a cursor on, for ever: some changes, and the cursor to keep when they are dealt with."""
        while True:
            answer = self.get("/api/events", after=after, wait=wait)
            after = answer["next"]
            yield answer["events"], after


def sign_in(base, identifier, password):
    """A session's cookie is enough to make a token; scripts go on with that. One has at most 20: those of before end."""
    body = json.dumps({"identifier": identifier, "password": password}).encode()
    request = urllib.request.Request(f"{base}/api/local/login", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        cookie = answer.headers["set-cookie"].split(";")[0]
    by_cookie = Fettle(base)
    for token in by_cookie.send("GET", "/api/tokens", cookie=cookie)[0]:
        if token["name"] == "Example":
            by_cookie.send("DELETE", f"/api/tokens/{token['id']}", cookie=cookie)
    made, _ = by_cookie.send("POST", "/api/tokens", {"name": "Example"}, cookie=cookie)
    return Fettle(base, made["token"])
