import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { quotes } from '#db/schema.ts'
import { aPhotoOn } from '#tests/jobs/photo-on.ts'
import { aJob, type Cast } from '#tests/support/world.ts'
import { badge, button, field, heading, type Item, photo } from './reading.ts'

// What several of the estate agent's screens say in the same words.

/** Half past eleven at night in UTC, when it is the next day in London. */
export const LATE = new Date('2025-06-30T23:30:00Z')
export const LATE_IN_LONDON = '01/07/2025'
export const ISSUE = 'The boiler loses pressure every night and the radiators stay cold.'
export const ADDRESS = '12 Mill Lane, Guildford GU1 3XY'

const APPROVES =
  'Are you sure you want to approve this quote for £1,234.50? The contractor will be notified and can begin work.'
export const DECLINES = 'Are you sure you want to decline this quote? The contractor will be notified.'
export const WARNING =
  'Once the quote is accepted, all uploaded images are permanently deleted and cannot be recovered.'

const FULL_QUOTE = {
  quoteAmount: 1234.5,
  quoteDescription: 'Replace the expansion vessel.',
  materialsCost: 400,
  laborCost: '834.50',
  estimatedDuration: '2 days',
  validUntil: '2099-12-31',
  notes: 'Parking needed.',
}

/** A pending quote with everything a quote can have, and the photo of its visit. */
export async function aFullQuote(cast: Cast) {
  const job = await aJob(cast, 'quote_pending', { job: { urgency: 'high' }, completion: FULL_QUOTE })
  const path = `/objects/${await aPhotoOn(cast, job.visits[0]!.id)}`
  await db.update(quotes).set({ createdAt: LATE }).where(eq(quotes.id, job.quotes[0]!.id))
  return { job, quote: job.quotes[0]!, path }
}

export const quoteDialog = (jobRef: string, path: string): Item[] => [
  heading('Quote for Rose Cottage'),
  `Property Rose Cottage ${ADDRESS}`,
  `Job Reference ${jobRef}`,
  `Original Issue ${ISSUE}`,
  'Work Completed Topped up the pressure and bled the radiators.',
  'Quote Description Replace the expansion vessel.',
  photo(path),
  'Amount £1,234.50',
  badge('Pending', 'yellow'),
  "Contractor Carl Mason, Carl's Plumbing",
  `Created ${LATE_IN_LONDON}`,
  'Materials Cost £400.00',
  'Labour Cost £834.50',
  'Estimated Duration 2 days',
  'Valid Until 31/12/2099',
  'Notes Parking needed.',
  WARNING,
  button('Approve Quote'),
  button('Decline Quote'),
]

/** Asked before a quote is approved. */
export const approveDialog = (path: string): Item[] => [
  APPROVES,
  photo(path),
  '1 photo will be deleted permanently and cannot be recovered.',
  button('Approve Quote', 'Approving...'),
]

/** Asked before a quote is declined. */
export const declineDialog: Item[] = [
  DECLINES,
  field('Reason (optional)', { is: 'textarea' }),
  'Ask for a new price',
  button('Decline Quote'),
]
