import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { NewToken, newTokenRule } from '#src/accounts/input.ts'
import { tokenJson } from '#src/accounts/json.ts'
import { Confirmation } from '#src/http/answers.ts'
import { describedUnder } from '#src/http/described.ts'
import { jsonInput } from '#src/http/input.ts'
import { json, jsonWithEtag, message } from '#src/http/respond/json.ts'
import { once } from '#src/writes/idempotency.ts'
import { createToken, revokeToken } from './actions.ts'
import { MadeTokenSchema, TokensSchema } from './answers.ts'
import { tokensOf } from './queries.ts'

const described = describedUnder('Tokens')

export const tokensApi = new Elysia({ name: 'tokens-api' })
  .use(signedIn)
  .get(
    '/api/tokens',
    async ({ user, request }) =>
      jsonWithEtag(request, (await tokensOf(authorize(user, 'manageTokens'))).map(tokenJson)),
    described('listTokens', 'One’s own tokens', { by: 'manageTokens', answers: { 200: TokensSchema } }),
  )
  .post(
    '/api/tokens',
    ({ user, request }) => {
      authorize(user, 'makeToken')
      const create = async () => createToken(user, await jsonInput(request, NewToken, { rule: newTokenRule }))
      return once({ user, request }, create, (made) => json({ ...tokenJson(made), token: made.token }, 201))
    },
    described('createToken', 'Makes a token, which is answered once; not by a token', {
      by: 'makeToken',
      body: NewToken,
      answers: { 201: MadeTokenSchema },
    }),
  )
  .delete(
    '/api/tokens/:id',
    ({ user, params, request }) => {
      authorize(user, 'manageTokens')
      const access = { ending: [user.id] }
      return once(
        { user, request, access },
        () => revokeToken(user, params.id),
        () => message('The token has been revoked.'),
      )
    },
    described('revokeToken', 'Revokes a token', { by: 'manageTokens', once: true, answers: { 200: Confirmation } }),
  )
