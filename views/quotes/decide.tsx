import { hears, type Person } from '#src/accounts/account.ts'
import { dayOf, today } from '#src/dates.ts'
import type { Job } from '#src/jobs/job.ts'
import { pounds } from '#src/money.ts'
import { hasExpired, type QuoteStatus } from '#src/quotes/quote.ts'
import type { Rivals } from '#src/quotes/quote-with-job.ts'
import type { Visit } from '#src/visits/visit.ts'
import { Button } from '../ui/button.tsx'
import { Confirm, HiddenFields } from '../ui/confirm.tsx'
import { liveForm } from '../ui/htmx.ts'
import { othersLost, theQuote } from './rival-words.ts'

export type Decidable = {
  id: string
  amount: number
  status: QuoteStatus
  version: number
  validUntil: string | null
  visitId: string | null
  contractor: Person | null
  job: Pick<Job, 'propertyName'> & { visits: readonly Pick<Visit, 'id' | 'photosUrls'>[] }
  rivals?: Rivals
}

export type DecidePlace = {
  /** The path of the list that the decision leads back to. */
  back: string
  /** Whether that list is on this page: its region is then swapped. */
  live?: boolean
}

const approveText = (quote: Decidable): string =>
  [
    `Are you sure you want to approve this quote for ${pounds(quote.amount)}?`,
    hears('The contractor', quote.contractor, 'will be notified and can begin work.'),
    !quote.contractor || quote.contractor.deletedAt ? 'An administrator gives the work to somebody else.' : '',
    photosLost(quote),
    othersLost(quote.rivals),
  ]
    .filter(Boolean)
    .join(' ')

function photosLost({ visitId, job }: Decidable): string {
  const photos = job.visits.find((visit) => visit.id === visitId)?.photosUrls.length ?? 0
  if (photos === 0) return ''
  return `${photos === 1 ? '1 photo' : `${photos} photos`} will be deleted permanently and cannot be recovered.`
}

export const approvalOf = (quote: Decidable) => ({
  action: `/quotes/${quote.id}/approve`,
  title: `Approve ${theQuote(quote)}?`,
  text: approveText(quote),
  confirm: 'Approve Quote',
  busyLabel: 'Approving...',
  safe: true,
})

/** All that the forms say, as it is told now; null when there is nothing to decide. */
export const decisionOf = (quote: Decidable) =>
  quote.status === 'pending'
    ? {
        version: String(quote.version),
        approval: approvalOf(quote),
        declining: `/quotes/${quote.id}/decline`,
        whose: theQuote(quote),
        expired: hasExpired(quote.validUntil, today()) ? dayOf(quote.validUntil ?? '') : '',
      }
    : null

type Words = { words?: 'short' | 'long' }
type DecisionProps = DecidePlace & Words & { decision: ReturnType<typeof decisionOf> }

/** A quote that has expired can only be declined. */
export function Decision({ decision, back, live, words = 'short' }: DecisionProps) {
  if (!decision) return null
  const { version, approval, declining, expired } = decision
  const label = (verb: string) => (words === 'long' ? `${verb} Quote` : verb)
  const whose = (verb: string) => (words === 'long' ? undefined : `${verb} ${decision.whose}`)
  return (
    <>
      {!expired && (
        <Confirm
          {...approval}
          {...(live && liveForm(approval.action))}
          hidden={{ back, version }}
          button={label('Approve')}
          look={{ variant: 'primary', 'aria-label': whose('Approve') }}
        />
      )}
      <form action={declining}>
        <HiddenFields values={{ back, version }} />
        <Button
          formAction={`${declining}?${new URLSearchParams({ back, version })}`}
          data-dialog={live ? '' : undefined}
          aria-label={whose('Decline')}
        >
          {label('Decline')}
        </Button>
      </form>
      {expired && <span className="small-text muted">Expired on {expired}</span>}
    </>
  )
}

export const Decide = ({ quote, ...props }: DecidePlace & Words & { quote: Decidable }) => (
  <Decision decision={decisionOf(quote)} {...props} />
)
