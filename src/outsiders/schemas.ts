import { Type } from '@sinclair/typebox'
import { SHARED_PURPOSES } from '#src/domain/link/shared.ts'
import { choice, INSTANT_SCHEMA, objectSchema, orNull, TEXT, UUID, withDescription } from '#src/http/schemas.ts'

const SharedLinkSchema = objectSchema('SharedLink', 'A link for a tenant or landlord, without its secret.', {
  id: UUID,
  purpose: choice(SHARED_PURPOSES),
  email: orNull(TEXT, { description: 'To whom it was sent; null of one that is copied.' }),
  createdAt: INSTANT_SCHEMA,
  expiresAt: orNull(INSTANT_SCHEMA, { description: 'Null once it is answered.' }),
  usedAt: orNull(INSTANT_SCHEMA, { description: 'When it was answered.' }),
  answer: orNull(TEXT, { description: 'The landlord’s: yes or no.' }),
  note: orNull(TEXT, { description: 'What the landlord wrote with it.' }),
})
export const SharedLinksSchema = Type.Array(SharedLinkSchema, { description: 'Oldest first.' })

export const MadeLinkSchema = objectSchema('MadeLink', 'A link that has just been made.', {
  ...SharedLinkSchema.properties,
  url: orNull(withDescription(TEXT, 'Shown this once; null of a link that was sent.'), {}),
})
