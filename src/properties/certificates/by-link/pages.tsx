import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { ownPath } from '#src/access/same-origin.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Certificate } from '#src/domain/property/certificate/certificate.ts'
import { certificateLinksHref } from '#src/domain/property/certificate/shared.ts'
import { isCertificateCurrent } from '#src/domain/property/certificate/state.ts'
import { Invalid, NotFound } from '#src/http/errors.ts'
import { checked, type FieldErrors, textsOf } from '#src/http/input.ts'
import { type FormProblem, handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { certificatesAt } from '#src/properties/certificates/queries.ts'
import { propertyVisibleTo } from '#src/properties/queries.ts'
import { onceByForm } from '#src/writes/idempotency.ts'
import { ShareCertificatesPage } from '#views/properties/certificate/share.tsx'
import { CertificatesShared, certificateLinks, endCertificateLink, shareCertificates } from './sharing.ts'

type Shown = { made?: string; values?: Record<string, string>; errors?: FieldErrors; status?: number }

async function show(user: Actor, request: Request, key: string, { status = 200, ...shown }: Shown = {}) {
  const property = await propertyVisibleTo(user, key)
  const keepers = await keepersOf(user, key)
  const links = await certificateLinks(user, keepers)
  const props = { frame: frameOf(request, user), role: user.role, property, keepers, links }
  return page(request, <ShareCertificatesPage {...props} {...shown} />, status)
}

/** One certificate of each agency that has some to show there. */
async function keepersOf(user: Actor, key: string): Promise<Certificate[]> {
  const shown = (await certificatesAt(user, key)).filter((one) => isCertificateCurrent(one))
  if (shown.length === 0) throw new NotFound()
  return [...new Map(shown.map((one) => [one.agencyKey, one])).values()]
}

function chosenOf(keepers: readonly Certificate[], agency: string | undefined): Certificate {
  const chosen = keepers.length === 1 ? keepers[0] : keepers.find(({ agencyKey }) => agencyKey === agency)
  if (!chosen) throw new Invalid({ agency: 'Please choose the agency' })
  return chosen
}

export const certificateSharePages = new Elysia({ name: 'certificate-share-pages' })
  .use(signedIn)
  .get('/properties/:id/certificate-links', ({ user, request, params }) =>
    show(authorize(user, 'changeCertificates'), request, params.id),
  )
  .post('/properties/:id/certificate-links', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'changeCertificates'), request)
    const { key } = await propertyVisibleTo(user, params.id)
    const values = textsOf(form.typed)
    const again = ({ errors, status }: FormProblem) => show(user, request, key, { values, errors, status })
    return handleForm(form, {
      back: certificateLinksHref({ key }),
      again,
      work: async () => {
        const share = async () => {
          const { email } = checked(CertificatesShared, { email: values.email })
          const { url } = await shareCertificates(user, chosenOf(await keepersOf(user, key), values.agency), { email })
          return { url, email: email ?? null }
        }
        const result = await onceByForm(form, share)
        if (result.url) return show(user, request, key, { made: result.url, status: 201 })
        const text = `It is on its way to ${result.email}.`
        return seeOther(request, certificateLinksHref({ key }), { title: 'Link Sent', text })
      },
    })
  })
  .post('/certificate-links/:id/end', async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'changeCertificates'), request)
    const back = ownPath(form.typed.back)
    return handleForm(form, {
      back,
      work: async () => {
        await endCertificateLink(user, id)
        return seeOther(request, back, { title: 'Link Ended', text: 'Its page no longer opens.' })
      },
    })
  })
