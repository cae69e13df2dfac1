import { Type } from '@sinclair/typebox'
import { INSTANT_SCHEMA, objectSchema, orNull, TEXT, UUID, withDescription } from '#src/http/schemas.ts'

const TEXTS = {
  found: withDescription(TEXT, 'What was found.', 'Black mould behind the wardrobe, by a cold wall.'),
  toDo: withDescription(TEXT, 'What will be done.', 'The wall is insulated and the mould washed off.'),
  byWhen: withDescription(TEXT, 'By when.', 'By Friday 4 December.'),
}
const Draft = objectSchema('HazardSummaryDraft', 'What a summary begins with, composed from the job.', TEXTS)
const SENT = {
  id: UUID,
  ...TEXTS,
  propertyName: TEXT,
  propertyAddress: TEXT,
  agency: TEXT,
  contact: withDescription(TEXT, 'How to reach the agency.'),
  email: orNull(TEXT, { description: 'To whom it was sent; null of one whose link was copied.' }),
  sentByName: TEXT,
  createdAt: withDescription(INSTANT_SCHEMA, 'When it was sent.'),
}
const Sent = objectSchema('HazardSummary', 'A written summary of a hazard as it was sent.', SENT)

export const HazardSummariesSchema = objectSchema('HazardSummaries', 'The written summaries of a hazard.', {
  draft: orNull(Draft, { description: 'Null of a hazard that was taken away.' }),
  sent: Type.Array(Sent, { description: 'Oldest first.' }),
})
export const MadeSummarySchema = objectSchema('MadeHazardSummary', 'The summary that has been sent.', {
  ...SENT,
  url: orNull(withDescription(TEXT, 'Shown this once; null of what was sent by e-mail.'), {}),
})
