"""The life of a job: python3 job.py http://localhost:3000 photo.png"""

import sys
import urllib.request

from fettle import Problem, sign_in

BASE, PHOTO = sys.argv[1:3]
agent = sign_in(BASE, "olivia.hart", "fettle-demo")
contractor = sign_in(BASE, "carl@masonplumbing.example", "fettle-demo")
admin = sign_in(BASE, "admin@fettle.example", "fettle-demo")

# The agent raises a job. What is wrong with it is told at its place.
try:
    agent.post("/api/jobs", {"propertyName": "Rose Cottage", "urgency": "very"})
except Problem as problem:
    for one in problem.problems:
        print(one.get("pointer"), one["detail"])
job = agent.post("/api/jobs", {
    "estateAgentName": "Olivia Hart",
    "estateAgency": "Rightway Lettings",
    "propertyName": "Rose Cottage",
    "propertyAddress": "12 Mill Lane, Godalming GU7 1HE",
    "issueDescription": "The boiler loses pressure every night.",
    "urgency": "high",
})
print(job["jobRef"], job["status"])

# The administrator assigns it; the contractor is told by e-mail and starts.
carl = contractor.get("/api/auth/user")["id"]
print(admin.post(f"/api/jobs/{job['id']}/assign", {"contractorId": carl})["status"])
print(contractor.post(f"/api/jobs/{job['id']}/start")["status"])

# The contractor uploads a photo, then logs the visit with it and a quote.
upload = contractor.post("/api/objects/upload")["uploadURL"]
with open(PHOTO, "rb") as photo:
    put = urllib.request.Request(upload, photo.read(), {"content-type": "image/png"}, method="PUT")
    urllib.request.urlopen(put).close()
answered = contractor.post(f"/api/jobs/{job['id']}/complete", {
    "workDone": "Found a failed expansion vessel.",
    "images": [upload],
    "needsQuote": True,
    "quoteAmount": 480,
    "quoteDescription": "Replace the expansion vessel.",
})
print(answered["status"])

# The agent approves what they have read, and nothing newer; the contractor finishes the quote work that this makes.
quote = agent.get("/api/quotes/pending")[0]
print(agent.patch(f"/api/quotes/{quote['id']}/approve", {"version": quote["version"]})["status"])
work = contractor.get("/api/jobs", status="assigned,in_progress")[0]
print(contractor.post(f"/api/jobs/{work['id']}/mark-complete")["status"])

# The administrator sends the visit's fee and the quote work to invoiced.
visit = admin.get("/api/contractor-visits-invoicing")[0]
print(admin.post(f"/api/visits/{visit['id']}/mark-invoiced")["invoiceNumber"])
print(admin.post(f"/api/quotes/{quote['id']}/mark-invoiced")["invoiceNumber"])
for invoice in admin.each("/api/invoiced-items"):
    print(invoice["invoiceNumber"], invoice["type"], invoice["amount"])
