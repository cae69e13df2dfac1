import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { dayOf } from '#src/domain/dates.ts'
import { type Certificate, certificateTitle } from '#src/domain/property/certificate/certificate.ts'
import { certificatesHref } from '#src/domain/property/certificate/found.ts'
import { propertyHref } from '#src/domain/property/property.ts'
import { checked, textsOf } from '#src/http/input.ts'
import { type FormProblem, handleForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage, seeOther } from '#src/http/respond/respond.tsx'
import { agenciesToChoose, propertyVisibleTo } from '#src/properties/queries.ts'
import { onceByFormAfter } from '#src/writes/idempotency.ts'
import { ADD_CERTIFICATE, CertificateForm, NEW_CERTIFICATE } from '#views/properties/certificate/form.tsx'
import { NoAgency } from '#views/properties/certificate/no-agency.tsx'
import { addCertificate, changeCertificate } from './actions.ts'
import { certificateSharePages } from './by-link/pages.tsx'
import { downloadDocument, sentWithDocument, setDocument } from './document.ts'
import { certificateExcusePages } from './excuse-pages.tsx'
import { certificateImportPages } from './import/pages.tsx'
import { CertificateBody, certificateRule, certificateSent, NewCertificate, newCertificateRule } from './input.ts'
import { certificateListPages } from './list-pages.tsx'
import { allAgencies, certificateVisibleTo, lacksAgency } from './queries.ts'

type Shown = { values?: Record<string, string>; errors?: FormProblem['errors']; status?: number }

async function askNew(user: Actor, request: Request, key?: string, given: Shown = {}): Promise<Response> {
  const property = key === undefined ? undefined : await propertyVisibleTo(user, key)
  if (lacksAgency(user))
    return dialogOrPage({ user, request }, NoAgency, { title: ADD_CERTIFICATE, role: user.role, property })
  const agencies = isAdmin(user) ? await (property ? agenciesToChoose(user, property) : agenciesByName()) : []
  const { values = {}, errors, status = 200 } = given
  const shown = {
    property,
    agencies,
    values,
    errors,
    role: user.role,
    path: key === undefined ? NEW_CERTIFICATE : `/properties/${encodeURIComponent(key)}/certificate`,
  }
  return dialogOrPage({ user, request }, CertificateForm, shown, status)
}

const agenciesByName = async () => ['', ...(await allAgencies()).sort((a, b) => a.localeCompare(b))]

async function askChange(user: Actor, request: Request, id: string, given: Shown = {}): Promise<Response> {
  const certificate = await certificateVisibleTo(user, id)
  const { propertyKey: key, propertyName, propertyAddress } = certificate
  const { values = textsOfCertificate(certificate), errors, status = 200 } = given
  const shown = {
    ...{ property: { key, propertyName, propertyAddress }, agencies: [], values, errors, role: user.role },
    ...{ path: `/certificates/${id}/edit`, certificate },
  }
  return dialogOrPage({ user, request }, CertificateForm, shown, status)
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

type Asked = { back: string; ask: (given: Shown) => Promise<Response>; done: string }

function handleCertificate(
  form: Awaited<ReturnType<typeof sentWithDocument>>,
  { back, ask, done }: Asked,
  save: (sent: Record<string, unknown>) => Promise<Certificate>,
): Promise<Response> {
  const again = ({ errors, status }: FormProblem) => ask({ values: textsOf(form.typed), errors, status })
  return handleForm(form, {
    back,
    again,
    work: async () => {
      const result = await onceByFormAfter(form, form.document, async (document) => {
        const certificate = await save(certificateSent(form.typed))
        await setDocument(form.user, certificate.id, document)
        return { title: certificateTitle(certificate), endsOn: certificate.endsOn, key: certificate.propertyKey }
      })
      const toast = { title: done, text: `${result.title}, to ${dayOf(result.endsOn)}.` }
      return seeOther(form.request, propertyHref(result.key, form.user.role), toast)
    },
  })
}

const inputOf = (sent: Record<string, unknown>) => checked(CertificateBody, sent, certificateRule)

export const certificatePages = new Elysia({ name: 'certificate-pages' })
  .use(signedIn)
  .use(certificateListPages)
  .use(certificateImportPages)
  .use(certificateExcusePages)
  .use(certificateSharePages)
  .get(NEW_CERTIFICATE, ({ user, request }) => askNew(authorize(user, 'changeCertificates'), request))
  .post(NEW_CERTIFICATE, async ({ user, request }) => {
    const form = await sentWithDocument(authorize(user, 'changeCertificates'), request)
    const ask = (given: Shown) => askNew(user, request, undefined, given)
    return handleCertificate(form, { back: certificatesHref(user.role), ask, done: 'Certificate Added' }, (sent) => {
      const { property, input } = checked(NewCertificate, sent, newCertificateRule)
      return addCertificate(user, property, input!)
    })
  })
  .get('/properties/:id/certificate', ({ user, request, params }) =>
    askNew(authorize(user, 'changeCertificates'), request, params.id),
  )
  .post('/properties/:id/certificate', async ({ user, request, params }) => {
    const form = await sentWithDocument(authorize(user, 'changeCertificates'), request)
    const property = await propertyVisibleTo(user, params.id)
    const ask = (given: Shown) => askNew(user, request, params.id, given)
    const asked = { back: propertyHref(property.key, user.role), ask, done: 'Certificate Added' }
    return handleCertificate(form, asked, (sent) => addCertificate(user, property, inputOf(sent)))
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
    const ask = (given: Shown) => askChange(user, request, params.id, given)
    const asked = { back: propertyHref(propertyKey, user.role), ask, done: 'Certificate Changed' }
    return handleCertificate(form, asked, (sent) => changeCertificate(user, params.id, inputOf(sent)))
  })
