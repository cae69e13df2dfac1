import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { certificateTitle } from '#src/domain/property/certificate/certificate.ts'
import { propertyHref } from '#src/domain/property/property.ts'
import { checked, textsOf } from '#src/http/input.ts'
import { type FormProblem, handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage, seeOther } from '#src/http/respond/respond.tsx'
import { agenciesToChoose, propertyVisibleTo } from '#src/properties/queries.ts'
import { onceByForm } from '#src/writes/idempotency.ts'
import { deletingCertificate, ExcuseForm, NOT_NEEDED } from '#views/properties/certificate/excuse.tsx'
import { NoAgency } from '#views/properties/certificate/no-agency.tsx'
import { deleteCertificate } from './actions.ts'
import { excuseCertificate } from './excuses.ts'
import { ExcuseBody } from './input.ts'
import { certificateVisibleTo, lacksAgency } from './queries.ts'

type Shown = { values?: Record<string, string>; errors?: FormProblem['errors']; status?: number }

async function ask(user: Actor, request: Request, key: string, { values = {}, errors, status = 200 }: Shown = {}) {
  const property = await propertyVisibleTo(user, key)
  if (lacksAgency(user))
    return dialogOrPage({ user, request }, NoAgency, { title: NOT_NEEDED, role: user.role, property })
  const agencies = isAdmin(user) ? await agenciesToChoose(user, property) : []
  return dialogOrPage({ user, request }, ExcuseForm, { property, agencies, values, errors, role: user.role }, status)
}

export const certificateExcusePages = new Elysia({ name: 'certificate-excuse-pages' })
  .use(signedIn)
  .get('/properties/:id/not-here', ({ user, request, params }) =>
    ask(authorize(user, 'changeCertificates'), request, params.id),
  )
  .post('/properties/:id/not-here', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'changeCertificates'), request)
    const property = await propertyVisibleTo(user, params.id)
    const back = propertyHref(property.key, user.role)
    const again = ({ errors, status }: FormProblem) =>
      ask(user, request, params.id, { values: textsOf(form.typed), errors, status })
    return handleForm(form, {
      back,
      again,
      work: async () => {
        const sent = checked(ExcuseBody, form.typed)
        const result = await onceByForm(form, () => excuseCertificate(user, property, sent))
        const title = certificateTitle({ kind: sent.kind, name: sent.name ?? '' })
        return seeOther(request, back, {
          title: 'Saved',
          text: `${title}: ${result ? 'no job is raised' : 'kept here'}.`,
        })
      },
    })
  })
  .post('/certificates/:id/delete', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'changeCertificates'), request)
    const certificate = await certificateVisibleTo(user, params.id)
    const back = propertyHref(certificate.propertyKey, user.role)
    return handleForm(form, {
      back,
      confirm: async () => deletingCertificate(certificate),
      work: async () => {
        await deleteCertificate(user, params.id)
        return seeOther(request, back, { title: 'Certificate Deleted', text: 'The one before is current again.' })
      },
    })
  })
