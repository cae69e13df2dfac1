#!/usr/bin/env bash
# The life of a job by curl: BASE=http://localhost:3000 PHOTO=photo.png bash job.sh
set -euo pipefail

BASE=${BASE:-http://localhost:3000} PHOTO=${PHOTO:-docs/agent-phone.png}
sign_in() { curl -fsS -o /dev/null -c "$1.cookies" -H 'content-type: application/json' \
  -d "{\"identifier\":\"$2\",\"password\":\"fettle-demo\"}" "$BASE/api/local/login"; }
as() { who=$1; shift; curl -fsS -b "$who.cookies" -H 'content-type: application/json' "$@"; }
field() { grep -o "\"$1\":\"[^\"]*\"" | sed -n '1s/.*:"\(.*\)"/\1/p'; }

sign_in agent olivia.hart; sign_in contractor carl@masonplumbing.example; sign_in admin admin@fettle.example

# The agent raises a job; the administrator assigns it; the contractor is told by e-mail and starts.
job=$(as agent "$BASE/api/jobs" -d '{"estateAgentName":"Olivia Hart","estateAgency":"Rightway Lettings",
  "propertyName":"Rose Cottage","propertyAddress":"12 Mill Lane, Godalming GU7 1HE",
  "issueDescription":"The boiler loses pressure every night.","urgency":"high"}' | field id)
contractor=$(as contractor "$BASE/api/auth/user" | field id)
as admin "$BASE/api/jobs/$job/assign" -d "{\"contractorId\":\"$contractor\"}" | field status
as contractor -X POST "$BASE/api/jobs/$job/start" | field status

# The contractor uploads a photo, then logs the visit with it and a quote.
upload=$(as contractor -X POST "$BASE/api/objects/upload" | field uploadURL)
curl -fsS -o /dev/null -X PUT -H 'content-type: image/png' --data-binary "@$PHOTO" "$upload"
as contractor "$BASE/api/jobs/$job/complete" -d '{"workDone":"Found a failed expansion vessel.","images":["'"$upload"'"],
  "needsQuote":true,"quoteAmount":480,"quoteDescription":"Replace the expansion vessel."}' | field status

# The agent approves: a quote_work job is made, which the contractor finishes.
quote=$(as agent "$BASE/api/quotes/pending" | field id)
as agent -X PATCH "$BASE/api/quotes/$quote/approve" | field status
work=$(as contractor "$BASE/api/jobs" | field id)
as contractor -X POST "$BASE/api/jobs/$work/mark-complete" | field status

# The administrator sends the visit's fee and the quote work to invoiced.
visit=$(as admin "$BASE/api/contractor-visits-invoicing" | field id)
as admin -X POST "$BASE/api/visits/$visit/mark-invoiced" | field invoiceNumber
as admin -X POST "$BASE/api/quotes/$quote/mark-invoiced" | field invoiceNumber
as admin "$BASE/api/invoiced-items"
