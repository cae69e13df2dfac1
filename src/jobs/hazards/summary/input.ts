import { type Static, Type } from '@sinclair/typebox'
import { emailAddress } from '#src/accounts/input.ts'
import { MAX_SUMMARY_PART } from '#src/domain/property/hazard/summary.ts'

const part = (error: string) => Type.String({ minLength: 1, maxLength: MAX_SUMMARY_PART, error })

export const HazardSummaryBody = Type.Object(
  {
    found: part('Please say what was found'),
    toDo: part('Please say what will be done'),
    byWhen: part('Please say by when'),
    email: Type.Optional(emailAddress()),
  },
  { $id: 'HazardSummarySent' },
)
export type HazardSummaryBody = Static<typeof HazardSummaryBody>
