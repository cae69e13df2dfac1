import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { accountOf } from '#src/accounts/lists.ts'
import { displayName } from '#src/domain/account/account.ts'
import { ALLOWED_HOURS } from '#src/domain/account/passkey.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { seeOther } from '#src/http/respond/respond.tsx'
import { accountListPath, passkeyAllowance } from '#views/accounts/rows.tsx'
import { allowPasskey } from './allowance.ts'

export const allowancePages = new Elysia({ name: 'passkey-allowance-pages' })
  .use(signedIn)
  .post('/admin/users/:id/allow-passkey', async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'allowPasskey'), request)
    const back = accountListPath('admin')
    return handleForm(form, {
      failed: 'Not Allowed',
      back,
      confirm: async () => passkeyAllowance(await accountOf('admin', id)),
      work: async () => {
        const allowed = await allowPasskey(user, id)
        const text = `${displayName(allowed)} may add one within ${ALLOWED_HOURS} hours. All administrators are told.`
        return seeOther(request, back, { title: 'Passkey Allowed', text })
      },
    })
  })
