import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { KeysForm } from '#src/accounts/input.ts'
import { checked } from '#src/http/input.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage, isPartial, partials, seeOther } from '#src/http/respond/respond.tsx'
import { Keys } from '#views/accounts/keys.tsx'
import { KEYS_LINK, KeysLink } from '#views/keys-link.tsx'
import { setKeys } from './preferences.ts'

export const keysPages = new Elysia({ name: 'keys-pages' })
  .use(signedIn)
  .get('/profile/keys', ({ user, request }) => {
    authorize(user, 'openAdminScreens')
    return dialogOrPage({ user, request }, Keys, { off: user.preferences.keysOff ?? '' })
  })
  .post('/profile/keys', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'openAdminScreens'), request)
    return handleForm(form, {
      back: '/profile',
      work: async () => {
        const { on } = checked(KeysForm, { on: [form.typed.on ?? []].flat() })
        const off = await setKeys(user, on.includes('none') ? [] : on.filter((key) => key !== 'none'))
        const toast = { title: 'Keys Saved' }
        if (!isPartial(request)) return seeOther(request, '/profile', toast)
        return partials(request, { [`#${KEYS_LINK}`]: <KeysLink off={off} /> }, toast, { closeDialog: true })
      },
    })
  })
