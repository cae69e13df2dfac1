"""A receiver of webhooks: FETTLE_SECRET=whsec_… python3 receiver.py 8080"""

import base64, hashlib, hmac, http.server, json, os, sys, time

KEY = base64.b64decode(os.environ["FETTLE_SECRET"].removeprefix("whsec_"))
seen = set()  # Yours would be a table: the same event may come more than once.


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        sent_at, event = self.headers.get("webhook-timestamp", "0"), self.headers.get("webhook-id", "")
        expected = hmac.new(KEY, f"{event}.{sent_at}.".encode() + body, hashlib.sha256).digest()
        given = [base64.b64decode(one[3:]) for one in self.headers.get("webhook-signature", "").split() if one.startswith("v1,")]
        genuine = any(hmac.compare_digest(one, expected) for one in given) and abs(time.time() - int(sent_at)) < 300
        self.send_response(204 if genuine else 401)
        self.end_headers()
        if genuine and event not in seen:
            seen.add(event)
            print(json.loads(body)["type"], event, flush=True)


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
