import { invoicePlaceBackfill } from '#src/invoices/backfill.ts'
import { addUpInvoices } from '#src/invoices/found/fold-sums.ts'
import { giveToNewAgents } from '#src/jobs/assignment/hand-over.ts'
import { firstVisitorBackfill } from '#src/jobs/backfill/first-visitors.ts'
import { hazardTargetBackfill } from '#src/jobs/backfill/hazard-targets.ts'
import { pastContractorBackfill } from '#src/jobs/backfill/past-contractors.ts'
import { waitBackfill } from '#src/jobs/backfill/past-waits.ts'
import { placeBackfill } from '#src/jobs/backfill/places.ts'
import { stepBackfill } from '#src/jobs/backfill/steps.ts'
import { spellingBackfill, wordBackfill } from '#src/jobs/backfill/words.ts'
import { threadBackfill } from '#src/messages/backfill.ts'
import { removeOrphans } from '#src/photos/removal.ts'
import { queueEnding } from '#src/properties/certificates/raise.ts'
import type { Task } from '#src/queue/schedule.ts'
import { quoteDecisionBackfill } from '#src/quotes/backfill.ts'
import { reminderTask } from '#src/reminders/task.ts'
import { applyRetention, removeShortLived } from '#src/retention/apply.ts'
import { forgetPreviousSecrets } from '#src/webhooks/actions.ts'
import { takeOverDeliveries } from '#src/webhooks/earlier.ts'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

export const standardTasks = (): Task[] => [
  { name: 'Removing unused uploads', everyMs: HOUR, run: removeOrphans },
  { name: 'Removing what lasts hours', everyMs: HOUR, run: removeShortLived },
  { name: 'Filling in postcodes and properties', everyMs: 24 * HOUR, run: placeBackfill() },
  { name: 'Filling in properties of invoices', everyMs: 24 * HOUR, run: invoicePlaceBackfill() },
  { name: 'Renewing the targets of hazards', everyMs: 24 * HOUR, run: hazardTargetBackfill() },
  { name: 'Filling in words to search', everyMs: 24 * HOUR, run: wordBackfill() },
  { name: 'Filling in tenants and spellings to search', everyMs: 24 * HOUR, run: spellingBackfill() },
  { name: 'Filling in whose move it is', everyMs: 24 * HOUR, run: waitBackfill() },
  { name: 'Filling in who visited and quoted', everyMs: 24 * HOUR, run: pastContractorBackfill() },
  { name: 'Filling in conversations', everyMs: 24 * HOUR, run: threadBackfill() },
  { name: 'Filling in who made first visits', everyMs: 24 * HOUR, run: firstVisitorBackfill() },
  { name: 'Filling in when jobs were assigned and closed', everyMs: 24 * HOUR, run: stepBackfill() },
  { name: 'Filling in when quotes were decided', everyMs: 24 * HOUR, run: quoteDecisionBackfill() },
  { name: 'Adding up invoices', everyMs: MINUTE, run: addUpInvoices },
  { name: 'Forgetting old secrets of webhooks', everyMs: HOUR, run: forgetPreviousSecrets },
  { name: 'Taking over what waits for webhooks', everyMs: MINUTE, run: takeOverDeliveries },
  { name: 'Reminders', everyMs: HOUR, run: reminderTask() },
  { name: 'Certificates', everyMs: 15 * MINUTE, run: queueEnding },
  { name: 'Giving jobs to new agents', everyMs: 15 * MINUTE, run: giveToNewAgents },
  { name: 'Retention', everyMs: 24 * HOUR, run: applyRetention },
]
