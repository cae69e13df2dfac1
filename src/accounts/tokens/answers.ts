import { Type } from '@sinclair/typebox'
import { choice, INSTANT, orNull, TEXT, thing, told, UUID } from '#src/web/answers.ts'
import { SCOPES } from './token.ts'

export const Scopes = Type.Array(choice(SCOPES), { description: 'write is every request that may change something.' })

export const Token = thing('Token', 'A token of the caller, without its secret.', {
  id: UUID,
  name: told(TEXT, 'What its owner calls it.', 'Reports'),
  scopes: Scopes,
  createdAt: INSTANT,
  lastUsedAt: orNull(INSTANT, { description: 'Exact to the hour; null before its first use.' }),
  expiresAt: orNull(INSTANT, { description: 'Null when it does not expire.' }),
})
export const Tokens = Type.Array(Token, { description: 'Newest first.' })

export const MadeToken = thing('MadeToken', 'A token that has just been made.', {
  ...Token.properties,
  token: told(TEXT, 'The secret, shown this once: send it as "Authorization: Bearer …".'),
})
