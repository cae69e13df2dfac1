import type { SharedLink } from '#src/domain/link/shared.ts'
import type { Certificate } from '#src/domain/property/certificate/certificate.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { JsonAnswer } from '#src/http/json-answer.ts'
import { LIST } from '#src/http/parameters.ts'
import { Confirmation } from '#src/http/schemas.ts'
import { MadeLinkSchema, SharedLinksSchema } from '#src/outsiders/schemas.ts'
import { deleteCertificate } from './actions.ts'
import { CertificatesShared, certificateLinks, endCertificateLink, shareCertificates } from './by-link/sharing.ts'
import { downloadDocument, withDocument } from './document.ts'
import { CertificateChange, NewCertificate, newCertificateRule } from './input.ts'
import { CERTIFICATE_FILTERS, certificatesFor } from './lists.ts'
import { certificateVisibleTo } from './queries.ts'
import { CertificateSchema, CertificatesSchema, DOCUMENT } from './schemas.ts'
import { addSentCertificate, patchCertificate } from './sent.ts'

const { list, get, post, patch, remove } = callsUnder('Certificates')
const BY = 'changeCertificates'

const certificateJson = (certificate: Certificate) => ({
  ...{ id: certificate.id, agency: certificate.agency },
  ...{ propertyName: certificate.propertyName, propertyAddress: certificate.propertyAddress },
  ...{ kind: certificate.kind, name: certificate.name, months: certificate.months },
  ...{ doneOn: certificate.doneOn, endsOn: certificate.endsOn, doneBy: certificate.doneBy },
  ...{ reference: certificate.reference, unsatisfactory: certificate.unsatisfactory, remedyBy: certificate.remedyBy },
  documentPath: certificate.documentPath && `/api/certificates/${certificate.id}/document`,
  documentType: certificate.documentType,
  ...{ current: certificate.replacedBy === null, excuse: certificate.excuse, jobId: certificate.jobId },
  ...{ createdAt: certificate.createdAt, updatedAt: certificate.updatedAt },
})

const linkJson = (link: SharedLink) => link

export const certificatesApi = apiOf('certificates-api', [
  list(
    '/api/certificates',
    'listCertificates',
    'The current certificates of one’s agency; administrators’ are all',
    { may: BY, query: { ...LIST, ...CERTIFICATE_FILTERS.parameters }, answer: CertificatesSchema },
    ({ user, query }) => certificatesFor(user, CERTIFICATE_FILTERS.read(user, query)),
    certificateJson,
  ),
  post(
    '/api/certificates',
    'addCertificate',
    'Adds one to a property; without endsOn its end follows from its kind, and with notHere and no day none is added',
    { may: BY, body: NewCertificate, rule: newCertificateRule, answer: Confirmation, also: { 201: CertificateSchema } },
    ({ user, body }) => addSentCertificate(user, body),
    (added) =>
      added
        ? new JsonAnswer(certificateJson(added), { status: 201 })
        : { message: 'What is needed there has been saved.' },
  ),
  patch(
    '/api/certificates/:id',
    'changeCertificate',
    'Changes what is given; with another day and no end, the end is found anew',
    { may: BY, body: CertificateChange, answer: CertificateSchema },
    ({ user, params, body }) => withDocument(user, body.document, () => patchCertificate(user, params.id, body)),
    certificateJson,
  ),
  remove(
    '/api/certificates/:id',
    'deleteCertificate',
    'Removes one; the one before is current again',
    { may: BY, answer: Confirmation },
    ({ user, params }) => deleteCertificate(user, params.id),
    () => ({ message: 'The certificate has been deleted.' }),
  ),
  get(
    '/api/certificates/:id/document',
    'getCertificateDocument',
    'The document of one, as a download',
    { may: BY, answer: DOCUMENT },
    ({ user, params }) => downloadDocument(user, params.id),
  ),
  get(
    '/api/certificates/:id/links',
    'listCertificateLinks',
    'The links by which a landlord sees this and the others that its agency keeps of the property',
    { may: BY, answer: SharedLinksSchema },
    async ({ user, params }) =>
      (await certificateLinks(user, [await certificateVisibleTo(user, params.id)])).map(linkJson),
  ),
  post(
    '/api/certificates/:id/links',
    'shareCertificates',
    'Makes a link of 30 days by which a landlord sees this and the others that its agency keeps of the property',
    { may: BY, body: CertificatesShared, answer: MadeLinkSchema, status: 201 },
    async ({ user, params, body }) => shareCertificates(user, await certificateVisibleTo(user, params.id), body),
    (made) => made,
  ),
  remove(
    '/api/certificate-links/:id',
    'endCertificateLink',
    'Ends a link',
    { may: BY, answer: Confirmation },
    ({ user, params }) => endCertificateLink(user, params.id),
    () => ({ message: 'The link has been ended.' }),
  ),
])
