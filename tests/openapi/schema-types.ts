import type { Static } from '@sinclair/typebox'
import type { accountJson, ownJson, tokenJson, userJson } from '#src/accounts/json.ts'
import type { AccountEventSchema, AccountSchema, Oneself, User } from '#src/accounts/schemas.ts'
import type { Token } from '#src/accounts/tokens/schemas.ts'
import type { AccountEventEntry } from '#src/domain/account/events.ts'
import type { eventJson } from '#src/domain/event/event.ts'
import type { JobEventEntry } from '#src/domain/job/timeline.ts'
import type { Message as MessageShown } from '#src/domain/message/message.ts'
import type { ChangeEventSchema } from '#src/events/schemas.ts'
import type { invoiceJson } from '#src/invoices/json.ts'
import type { InvoiceSchema } from '#src/invoices/schemas.ts'
import type { jobJson, quoteJson, suggestionJson, visitJson } from '#src/jobs/json.ts'
import type { stats } from '#src/jobs/queries.ts'
import type { JobEventSchema, JobSchema, QuoteSchema, StatsSchema, Suggestion, VisitSchema } from '#src/jobs/schemas.ts'
import type { MessageSchema } from '#src/messages/schemas.ts'
import type { quoteWithJobJson } from '#src/quotes/json.ts'
import type { QuoteWithJobSchema } from '#src/quotes/schemas.ts'
import type { visitWithJobJson } from '#src/visits/json.ts'
import type { VisitWithJobSchema } from '#src/visits/schemas.ts'

// The compiler holds the schemas of answers to what makes the answers: a field that only one of them has, or has as
// something else, is an error here.

/** As JSON has it. */
type Sent<Of> = Of extends Date
  ? string
  : Of extends readonly (infer One)[]
    ? Sent<One>[]
    : Of extends object
      ? { [Name in keyof Of]: Sent<Of[Name]> }
      : Of

type Same<One, Other> = [One] extends [Other]
  ? [Other] extends [One]
    ? true
    : 'a schema lacks this'
  : 'a schema has more'
type Of<Make extends (...given: never[]) => unknown> = Sent<Awaited<ReturnType<Make>>>

export const ANSWERED: {
  job: Same<Static<typeof JobSchema>, Of<typeof jobJson>>
  quote: Same<Static<typeof QuoteSchema>, Of<typeof quoteJson>>
  visit: Same<Static<typeof VisitSchema>, Of<typeof visitJson>>
  quoteWithJob: Same<Static<typeof QuoteWithJobSchema>, Of<typeof quoteWithJobJson>>
  visitWithJob: Same<Static<typeof VisitWithJobSchema>, Of<typeof visitWithJobJson>>
  invoice: Same<Static<typeof InvoiceSchema>, Of<typeof invoiceJson>>
  user: Same<Static<typeof User>, Of<typeof userJson>>
  oneself: Same<Static<typeof Oneself>, Of<typeof ownJson>>
  account: Same<Static<typeof AccountSchema>, Of<typeof accountJson>>
  token: Same<Static<typeof Token>, Of<typeof tokenJson>>
  suggestion: Same<Static<typeof Suggestion>, Of<typeof suggestionJson>>
  stats: Same<Static<typeof StatsSchema>, Of<typeof stats>>
  jobEvent: Same<Static<typeof JobEventSchema>, Sent<JobEventEntry>>
  accountEvent: Same<Static<typeof AccountEventSchema>, Sent<AccountEventEntry>>
  changeEvent: Same<Static<typeof ChangeEventSchema>, Of<typeof eventJson>>
  message: Same<Static<typeof MessageSchema>, Sent<MessageShown>>
} = {
  ...{ job: true, quote: true, visit: true, quoteWithJob: true, visitWithJob: true, invoice: true },
  ...{ user: true, oneself: true, account: true, token: true, suggestion: true, stats: true },
  ...{ jobEvent: true, accountEvent: true, changeEvent: true, message: true },
}
