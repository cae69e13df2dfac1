import { Elysia } from 'elysia'
import { ownPath } from '#src/access/same-origin.ts'
import { maybeSignedIn } from '#src/access/signed-in.ts'
import { admission } from '#src/accounts/sign-in/admit.ts'
import { fromWhere } from '#src/accounts/sign-in/api.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { NotFound, Unauthorized } from '#src/http/errors.ts'
import { readForm, textsOf } from '#src/http/input.ts'
import { handleForm } from '#src/http/respond/handle-form.tsx'
import { json } from '#src/http/respond/json.ts'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { PasskeyPage } from '#views/accounts/signing-in/passkey-page.tsx'
import { ONE_PASSKEY } from '#views/accounts/signing-in/passkeys.tsx'
import { addFirstPasskey } from './actions.ts'
import { stepOf } from './allowance.ts'
import { passkeysOf } from './queries.ts'
import { askToAdd, handleOf } from './questions.ts'
import { RELYING_PARTY } from './relying-party.ts'

function known(user: Actor | null, half: Actor | null): Actor {
  if (half) return half
  throw user ? new NotFound() : new Unauthorized()
}

/** All that whoever is half signed in can open: their password is known, the passkey is not. */
export const passkeySetupPages = new Elysia({ name: 'passkey-setup-pages' })
  .use(maybeSignedIn)
  .get('/passkey', ({ user, half, request, query }) => {
    const next = ownPath(query.next)
    return user ? seeOther(request, next) : show(request, known(user, half), next)
  })
  .get('/passkey/question', async ({ user, half }) => json(await askToAdd(known(user, half))))
  .post('/passkey', async ({ user, half, request, server }) => {
    const owner = known(user, half)
    const typed = await readForm(request)
    const { name, answer, next: to } = textsOf(typed)
    const next = ownPath(to)
    const from = fromWhere(request, server)
    return handleForm(
      { user: null, request, typed },
      {
        back: '/passkey',
        refused: ({ toast, status }) => show(request, owner, next, { failure: toast.text, status }),
        work: async () => {
          const token = await addFirstPasskey(owner, { name, answer, userAgent: from.userAgent }, from)
          return seeOther(request, next, ONE_PASSKEY, admission(token, from))
        },
      },
    )
  })

async function show(request: Request, { id }: Actor, next: string, failed: { failure?: string; status?: number } = {}) {
  const props = { step: await stepOf(id), next, failure: failed.failure }
  const party = { relyingParty: RELYING_PARTY.id, handle: handleOf(id), passkeys: await passkeysOf(id) }
  return page(request, <PasskeyPage frame={frameOf(request, null)} {...props} {...party} />, failed.status)
}
