import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { NotFound } from '#src/http/errors.ts'
import { textsOf } from '#src/http/input.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { json } from '#src/http/respond/json.ts'
import { seeOther } from '#src/http/respond/respond.tsx'
import { passkeyRemoval } from '#views/accounts/signing-in/passkeys.tsx'
import { addPasskey, removePasskey, renamePasskey } from './actions.ts'
import { passkeysOf } from './queries.ts'
import { askToAdd } from './questions.ts'
import { HAS_PASSKEYS } from './relying-party.ts'

const BACK = '/profile'

export const passkeyPages = new Elysia({ name: 'passkey-pages' })
  .use(signedIn)
  .get('/profile/passkeys/question', async ({ user }) => {
    authorize(user, 'manageSignIn')
    if (!HAS_PASSKEYS) throw new NotFound()
    return json(await askToAdd(user))
  })
  .post('/profile/passkeys', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'manageSignIn'), request)
    return handleForm(form, {
      back: BACK,
      work: async () => {
        const { name, answer } = textsOf(form.typed)
        const added = await addPasskey(user, { name, answer, userAgent: request.headers.get('user-agent') })
        return seeOther(request, BACK, { title: 'Passkey Added', text: `You can sign in with ‘${added}’ now.` })
      },
    })
  })
  .post('/profile/passkeys/:id/rename', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'manageSignIn'), request)
    return handleForm(form, {
      back: BACK,
      work: async () => {
        await renamePasskey(user, params.id, textsOf(form.typed).name)
        return seeOther(request, BACK, { title: 'Passkey Renamed' })
      },
    })
  })
  .post('/profile/passkeys/:id/remove', async ({ user, request, params }) =>
    handleForm(await sentForm(authorize(user, 'manageSignIn'), request), {
      back: BACK,
      confirm: async () => {
        const passkey = (await passkeysOf(user.id)).find(({ id }) => id === params.id)
        if (!passkey) throw new NotFound()
        return passkeyRemoval(passkey)
      },
      work: async () => {
        await removePasskey(user, params.id)
        return seeOther(request, BACK, { title: 'Passkey Removed', text: 'It no longer signs you in.' })
      },
    }),
  )
