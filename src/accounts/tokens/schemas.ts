import { Type } from '@sinclair/typebox'
import { SCOPES } from '#src/domain/account/token.ts'
import { choice, INSTANT_SCHEMA, objectSchema, orNull, TEXT, UUID, withDescription } from '#src/http/schemas.ts'

export const SCOPES_OF = Type.Array(choice(SCOPES), {
  description: '["read"], or ["read", "write"] if it may change something.',
})

export const Token = objectSchema('Token', 'A token of the caller, without its secret.', {
  id: UUID,
  name: withDescription(TEXT, 'What its owner calls it.', 'Reports'),
  scopes: SCOPES_OF,
  createdAt: INSTANT_SCHEMA,
  lastUsedAt: orNull(INSTANT_SCHEMA, { description: 'Exact to the hour; null before its first use.' }),
  expiresAt: orNull(INSTANT_SCHEMA, { description: 'Null when it does not expire.' }),
})
export const TokensSchema = Type.Array(Token, { description: 'Newest first.' })

export const MadeTokenSchema = objectSchema('MadeToken', 'A token that has just been made.', {
  ...Token.properties,
  token: withDescription(TEXT, 'The secret, shown this once: send it as "Authorization: Bearer …".'),
})
