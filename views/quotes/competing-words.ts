import { fullName, type Person } from '#src/domain/account/account.ts'
import type { CompetingQuotes } from '#src/domain/quote/quote-with-job.ts'

const NUMBERS = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

export const yetToQuote = ({ waiting }: CompetingQuotes): string =>
  waiting === 0
    ? ''
    : `${NUMBERS[waiting] ?? waiting} more ${waiting === 1 ? 'was asked and has' : 'were asked and have'} not quoted yet.`

export function othersLost(rivals: CompetingQuotes | undefined): string {
  if (!rivals) return ''
  const counts: [number, string, string][] = [
    [rivals.quotes.length - 1, 'quote', 'declined'],
    [rivals.waiting, 'visit', 'called off'],
  ]
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, noun, end]) => `${count} other ${noun}${count === 1 ? '' : 's'} will be ${end}`)
  return parts.length ? `${parts.join(' and ')}.` : ''
}

type Named = { contractor: Person | null; job: { propertyName: string }; rivals?: CompetingQuotes }

export const theQuote = ({ contractor, job, rivals }: Named): string =>
  rivals && contractor
    ? `the quote of ${fullName(contractor)} for ${job.propertyName}`
    : `the quote for ${job.propertyName}`
