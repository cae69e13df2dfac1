import { hears, type Person } from '#src/accounts/account.ts'
import { dayOf, today } from '#src/dates.ts'
import type { Job } from '#src/jobs/job.ts'
import { pounds } from '#src/money.ts'
import { type Decision, hasExpired, type QuoteStatus } from '#src/quotes/quote.ts'
import type { Rivals } from '#src/quotes/quote-with-job.ts'
import { Confirm } from '../ui/confirm.tsx'
import { liveForm } from '../ui/htmx.ts'
import { othersLost, theQuote } from './rival-words.ts'

export type Decidable = {
  id: string
  amount: number
  status: QuoteStatus
  validUntil: string | null
  visitId: string | null
  contractor: Person | null
  job: Pick<Job, 'propertyName' | 'visits'>
  rivals?: Rivals
}

export type DecidePlace = {
  /** The path of the list that the decision leads back to. */
  back: string
  /** Whether that list is on this page: its region is then swapped. */
  live?: boolean
}

const questions = {
  approve: (quote: Decidable) => [
    `Are you sure you want to approve this quote for ${pounds(quote.amount)}?`,
    hears('The contractor', quote.contractor, 'will be notified and can begin work.'),
    !quote.contractor || quote.contractor.deletedAt ? 'An administrator gives the work to somebody else.' : '',
    photosLost(quote),
    othersLost(quote.rivals),
  ],
  decline: (quote: Decidable) => [
    'Are you sure you want to decline this quote?',
    hears('The contractor', quote.contractor, 'will be notified.'),
  ],
} satisfies Record<Decision, (quote: Decidable) => string[]>

function photosLost({ visitId, job }: Decidable): string {
  const photos = job.visits.find((visit) => visit.id === visitId)?.photosUrls.length ?? 0
  if (photos === 0) return ''
  return `${photos === 1 ? '1 photo' : `${photos} photos`} will be deleted permanently and cannot be recovered.`
}

const verbs: Record<Decision, string> = { approve: 'Approve', decline: 'Decline' }

export const questionOf = (decision: Decision, quote: Decidable) => ({
  action: `/quotes/${quote.id}/${decision}`,
  title: `${verbs[decision]} ${theQuote(quote)}?`,
  text: questions[decision](quote).filter(Boolean).join(' '),
  confirm: `${verbs[decision]} Quote`,
  busyLabel: decision === 'approve' ? 'Approving...' : 'Declining...',
  safe: decision === 'approve',
})

type DecideProps = DecidePlace & { quote: Decidable; words?: 'short' | 'long' }

/** A quote that has expired can only be declined. */
export function Decide({ quote, back, live, words = 'short' }: DecideProps) {
  if (quote.status !== 'pending') return null
  const expired = hasExpired(quote.validUntil, today())
  const decisions: Decision[] = expired ? ['decline'] : ['approve', 'decline']
  const forms = decisions.map((decision) => {
    const question = questionOf(decision, quote)
    const variant = decision === 'approve' ? 'primary' : 'secondary'
    const form = { ...question, ...(live && liveForm(question.action)), hidden: { back } }
    const whose = `${verbs[decision]} ${theQuote(quote)}`
    return words === 'long' ? (
      <Confirm key={decision} {...form} button={question.confirm} look={{ variant }} />
    ) : (
      <Confirm key={decision} {...form} button={verbs[decision]} look={{ variant, 'aria-label': whose }} />
    )
  })
  return (
    <>
      {forms}
      {expired && <span className="small-text muted">Expired on {dayOf(quote.validUntil ?? '')}</span>}
    </>
  )
}
