"""What was done without a line, kept in a folder and sent later, once: a contractor's visit with its photo."""

import datetime
import json
import os
import pathlib
import time
import urllib.error
import urllib.request
import uuid

from fettle import BROKEN, Problem


def has_line(base):
    """Portals answer 200 as well: it is a line only if Fettle says its name. Answers how far our clock is ahead."""
    try:
        with urllib.request.urlopen(f"{base}/api/ping", timeout=10) as answer:
            said = json.load(answer)
            there = datetime.datetime.fromisoformat(said["now"].replace("Z", "+00:00"))
            return (said["name"] == "Fettle") and {"ahead": round(time.time() - there.timestamp())}
    except (*BROKEN, OSError, ValueError, KeyError):
        return None


class Outbox:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(exist_ok=True)

    def keep(self, path, body, photos=()):
        """The key is made now, and so is the moment; each photo has a key of its own."""
        now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
        item = {"key": str(uuid.uuid4()), "path": path, "body": {**body, "recordedAt": now}, "sent": False}
        item["photos"] = [{"key": str(uuid.uuid4()), "file": str(photo)} for photo in photos]
        self._write(self.folder / f"{time.time_ns()}.json", item)

    def send(self, fettle):
        """In order, until one is left: 'sent', 'waits', or why it was refused."""
        for file in sorted(self.folder.glob("*.json")):
            line = has_line(fettle.base)
            if not line:
                return "waits"
            item = json.loads(file.read_text())
            try:
                self._complete(file, item, fettle, line["ahead"])
                # Also what may have arrived: under its key the same body gets the first answer.
                fettle.send("POST", item["path"], item["body"], tries=1, idempotency_key=item["key"])
            except Problem as refused:
                is_later = refused.status in (401, 408, 429) or refused.status >= 500 or refused.code == "still_at_work"
                return "waits" if is_later else str(refused)
            except (*BROKEN, ValueError):
                return "waits"
            file.unlink()
        return "sent"

    def _complete(self, file, item, fettle, ahead):
        """The body is written down before it is first sent, and never changes after."""
        if item["sent"]:
            return
        paths = [self._upload(fettle, photo) for photo in item["photos"]]
        item["body"].update({"clockAhead": ahead, **({"images": paths} if paths else {})})
        item["sent"] = True
        self._write(file, item)

    def _upload(self, fettle, photo):
        """Under its key it is the same photo, whether it had arrived or not."""
        asked, _ = fettle.send("POST", "/api/objects/upload", tries=1, idempotency_key=photo["key"])
        if not asked["uploaded"]:
            data = pathlib.Path(photo["file"]).read_bytes()
            put = urllib.request.Request(asked["uploadURL"], data, {"content-type": "image/png"}, method="PUT")
            try:
                urllib.request.urlopen(put, timeout=60).close()
            except urllib.error.HTTPError as error:
                problem = Problem(error.code, json.load(error))
                if problem.code != "already_uploaded":
                    raise problem from None
        return asked["path"]

    def _write(self, file, item):
        """Whole or not at all, also when the power goes."""
        unfinished = file.with_suffix(".new")
        with open(unfinished, "w") as out:
            json.dump(item, out)
            out.flush()
            os.fsync(out.fileno())
        unfinished.replace(file)
