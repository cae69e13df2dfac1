import { Type } from '@sinclair/typebox'
import { SCOPES } from '#src/domain/account/token.ts'
import { choice, INSTANT, orNull, TEXT, thing, told, UUID } from '#src/http/answers.ts'

/** What a script may do with it. */
export const SCOPES_OF = Type.Array(choice(SCOPES), {
  description: '["read"], or ["read", "write"] if it may change something.',
})

export const Token = thing('Token', 'A token of the caller, without its secret.', {
  id: UUID,
  name: told(TEXT, 'What its owner calls it.', 'Reports'),
  scopes: SCOPES_OF,
  createdAt: INSTANT,
  lastUsedAt: orNull(INSTANT, { description: 'Exact to the hour; null before its first use.' }),
  expiresAt: orNull(INSTANT, { description: 'Null when it does not expire.' }),
})
export const Tokens = Type.Array(Token, { description: 'Newest first.' })

export const MadeToken = thing('MadeToken', 'A token that has just been made.', {
  ...Token.properties,
  token: told(TEXT, 'The secret, shown this once: send it as "Authorization: Bearer …".'),
})
