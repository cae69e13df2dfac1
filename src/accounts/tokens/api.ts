import { NewToken, newTokenRule } from '#src/accounts/input.ts'
import { tokenJson } from '#src/accounts/json.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { Confirmation } from '#src/http/schemas.ts'
import { createToken, revokeToken } from './actions.ts'
import { tokensOf } from './queries.ts'
import { MadeTokenSchema, TokensSchema } from './schemas.ts'

const { get, post, remove } = callsUnder('Tokens')

export const tokensApi = apiOf('tokens-api', [
  get(
    '/api/tokens',
    'listTokens',
    'One’s own tokens',
    { may: 'manageTokens', answer: TokensSchema },
    async ({ user }) => (await tokensOf(user)).map(tokenJson),
  ),
  post(
    '/api/tokens',
    'createToken',
    'Makes a token, which is answered once; not by a token',
    { may: 'makeToken', body: NewToken, rule: newTokenRule, answer: MadeTokenSchema, status: 201 },
    ({ user, body }) => createToken(user, body),
    (made) => ({ ...tokenJson(made), token: made.token }),
  ),
  remove(
    '/api/tokens/:id',
    'revokeToken',
    'Revokes a token',
    { may: 'manageTokens', access: ({ user }) => ({ ending: [user.id] }), answer: Confirmation },
    ({ user, params }) => revokeToken(user, params.id),
    () => ({ message: 'The token has been revoked.' }),
  ),
])
