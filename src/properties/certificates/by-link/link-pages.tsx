import { Elysia } from 'elysia'
import { clientIpOf } from '#src/access/client-ip.ts'
import { accountLink } from '#src/accounts/people/of-link.ts'
import { can } from '#src/domain/permissions.ts'
import { sharedIn } from '#src/domain/property/certificate/shared.ts'
import { NotFound } from '#src/http/errors.ts'
import { page } from '#src/http/respond/respond.tsx'
import { countLinkRequest, orEnded, orNotFound, sendNewLink } from '#src/links/answer-link.tsx'
import { LinkEnded, refuseEndedLink, refuseExpiredLink } from '#src/links/ended.ts'
import { answerDocument } from '#src/properties/certificates/document.ts'
import { CertificatesByLinkPage } from '#views/properties/certificate/by-link.tsx'
import { certificatesShown, sendCertificatesAgain } from './sharing.ts'

async function found(token: string) {
  const { link, user } = await accountLink('certificates', token, ({ role }) => can(role, 'changeCertificates'))
  refuseEndedLink(link)
  try {
    return { link, user, certificates: await certificatesShown(user, sharedIn(link.about)) }
  } catch (error) {
    throw error instanceof NotFound ? new LinkEnded() : error
  }
}

async function opened(token: string) {
  const { link, certificates } = await found(token)
  refuseExpiredLink(link)
  return certificates
}

export const certificateLinkPages = new Elysia({ name: 'certificate-link-pages' })
  .onBeforeHandle(countLinkRequest)
  .get('/certificate/:token', ({ request, params: { token } }) =>
    orEnded({ request, purpose: 'certificates', token }, async () =>
      page(request, <CertificatesByLinkPage certificates={await opened(token)} token={token} />),
    ),
  )
  .get('/certificate/:token/document/:id', async ({ params: { token, id } }) => {
    const certificate = (await orNotFound(opened(token))).find((one) => one.id === id)
    if (!certificate) throw new NotFound()
    return answerDocument(certificate)
  })
  .post('/certificate/:token/again', ({ request, server, params: { token } }) =>
    sendNewLink({ request, purpose: 'certificates', token }, async () => {
      const { link, user } = await found(token)
      await sendCertificatesAgain(user, link, clientIpOf(request, server))
    }),
  )
