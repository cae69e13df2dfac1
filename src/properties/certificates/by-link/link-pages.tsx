import { accountLink } from '#src/accounts/people/of-link.ts'
import { can } from '#src/domain/permissions.ts'
import { sharedIn } from '#src/domain/property/certificate/shared.ts'
import { NotFound } from '#src/http/errors.ts'
import { orNotFound } from '#src/links/answer-link.tsx'
import { LinkEnded, refuseEndedLink, unexpired } from '#src/links/ended.ts'
import { linkPages } from '#src/links/link-pages.tsx'
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

export const certificateLinkPages = linkPages('certificates', {
  open: async (token) => unexpired(await found(token)),
  show: ({ certificates }, { token }) => <CertificatesByLinkPage certificates={certificates} token={token} />,
  sendAgain: async (token, ip) => {
    const { link, user } = await found(token)
    await sendCertificatesAgain(user, link, ip)
  },
}).get('/certificate/:token/document/:id', async ({ params: { token, id } }) => {
  const { certificates } = await orNotFound(found(token).then(unexpired))
  const certificate = certificates.find((one) => one.id === id)
  if (!certificate) throw new NotFound()
  return answerDocument(certificate)
})
