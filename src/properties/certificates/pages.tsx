import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { dayOf } from '#src/domain/dates.ts'
import { certificateTitle } from '#src/domain/property/certificate/certificate.ts'
import { propertyHref } from '#src/domain/property/property.ts'
import { Refused } from '#src/http/errors.ts'
import { checked, textsOf } from '#src/http/input.ts'
import { type FormProblem, handleForm } from '#src/http/respond/handle-form.tsx'
import { fragmentOrPage, seeOther } from '#src/http/respond/respond.tsx'
import { agenciesToChoose, propertyVisibleTo } from '#src/properties/queries.ts'
import { onceByForm, SENT_ALREADY } from '#src/writes/idempotency.ts'
import type { PageFrame } from '#views/layout.tsx'
import { CertificateForm, CertificateFormPage } from '#views/properties/certificate/form.tsx'
import { addCertificate, changeCertificate } from './actions.ts'
import { certificateSharePages } from './by-link/pages.tsx'
import { downloadDocument, sentWithDocument, setDocument } from './document.ts'
import { certificateExcusePages } from './excuse-pages.tsx'
import { certificateImportPages } from './import/pages.tsx'
import { CertificateBody, certificateRule, certificateSent } from './input.ts'
import { certificateListPages } from './list-pages.tsx'
import { certificateVisibleTo } from './queries.ts'

type Shown = { values?: Record<string, string>; errors?: FormProblem['errors']; status?: number }

async function askNew(user: Actor, request: Request, key: string, given: Shown = {}): Promise<Response> {
  const property = await propertyVisibleTo(user, key)
  const agencies = isAdmin(user) ? await agenciesToChoose(user, property) : []
  const { values = {}, errors, status = 200 } = given
  const shown = {
    property,
    agencies,
    values,
    errors,
    role: user.role,
    path: `/properties/${encodeURIComponent(key)}/certificate`,
  }
  const asPage = (frame: PageFrame) => <CertificateFormPage frame={frame} {...shown} />
  return fragmentOrPage({ user, request }, <CertificateForm {...shown} />, asPage, status)
}

async function askChange(user: Actor, request: Request, id: string, given: Shown = {}): Promise<Response> {
  const certificate = await certificateVisibleTo(user, id)
  const { propertyKey: key, propertyName, propertyAddress } = certificate
  const { values = textsOfCertificate(certificate), errors, status = 200 } = given
  const shown = {
    ...{ property: { key, propertyName, propertyAddress }, agencies: [], values, errors, role: user.role },
    ...{ path: `/certificates/${id}/edit`, certificate },
  }
  const asPage = (frame: PageFrame) => <CertificateFormPage frame={frame} {...shown} />
  return fragmentOrPage({ user, request }, <CertificateForm {...shown} />, asPage, status)
}

const textsOfCertificate = (certificate: Awaited<ReturnType<typeof certificateVisibleTo>>): Record<string, string> => ({
  ...Object.fromEntries(
    (['kind', 'name', 'doneOn', 'endsOn', 'doneBy', 'reference', 'remedyBy'] as const).map((name) => [
      name,
      certificate[name] ?? '',
    ]),
  ),
  months: certificate.months ? String(certificate.months) : '',
  unsatisfactory: certificate.unsatisfactory ? 'yes' : '',
})

export const certificatePages = new Elysia({ name: 'certificate-pages' })
  .use(signedIn)
  .use(certificateListPages)
  .use(certificateImportPages)
  .use(certificateExcusePages)
  .use(certificateSharePages)
  .get('/properties/:id/certificate', ({ user, request, params }) =>
    askNew(authorize(user, 'changeCertificates'), request, params.id),
  )
  .post('/properties/:id/certificate', async ({ user, request, params }) => {
    const form = await sentWithDocument(authorize(user, 'changeCertificates'), request)
    const property = await propertyVisibleTo(user, params.id)
    const back = propertyHref(property.key, user.role)
    const again = ({ errors, status }: FormProblem) =>
      askNew(user, request, params.id, { values: textsOf(form.typed), errors, status })
    return handleForm(form, {
      ...{ back, invalid: again, refused: again },
      work: async () => {
        const document = await form.document()
        const input = checked(CertificateBody, certificateSent(form.typed), certificateRule)
        const { result, changed } = await onceByForm(form, async () => {
          const { id, kind, name, endsOn } = await addCertificate(user, property, input)
          await setDocument(user, id, document)
          return { title: certificateTitle({ kind, name }), endsOn }
        })
        if (changed) throw new Refused(SENT_ALREADY)
        return seeOther(request, back, {
          title: 'Certificate Added',
          text: `${result.title}, to ${dayOf(result.endsOn)}.`,
        })
      },
    })
  })
  .get('/certificates/:id/document', ({ user, params }) =>
    downloadDocument(authorize(user, 'changeCertificates'), params.id),
  )
  .get('/certificates/:id/edit', ({ user, request, params }) =>
    askChange(authorize(user, 'changeCertificates'), request, params.id),
  )
  .post('/certificates/:id/edit', async ({ user, request, params }) => {
    const form = await sentWithDocument(authorize(user, 'changeCertificates'), request)
    const { propertyKey } = await certificateVisibleTo(user, params.id)
    const back = propertyHref(propertyKey, user.role)
    const again = ({ errors, status }: FormProblem) =>
      askChange(user, request, params.id, { values: textsOf(form.typed), errors, status })
    return handleForm(form, {
      ...{ back, invalid: again, refused: again },
      work: async () => {
        const document = await form.document()
        const input = checked(CertificateBody, certificateSent(form.typed), certificateRule)
        const { result, changed } = await onceByForm(form, async () => {
          const { endsOn } = await changeCertificate(user, params.id, input)
          await setDocument(user, params.id, document)
          return { title: certificateTitle(input), endsOn }
        })
        if (changed) throw new Refused(SENT_ALREADY)
        return seeOther(request, back, {
          title: 'Certificate Changed',
          text: `${result.title}, to ${dayOf(result.endsOn)}.`,
        })
      },
    })
  })
