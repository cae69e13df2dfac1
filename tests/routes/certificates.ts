import { aGasCheck } from '#tests/properties/certificates/at-rose-cottage.ts'
import { confirmed, PAGE, type Route, route } from './route.ts'

let houses = 0

/** Other agents of the cast have the agency of the agent. */
export const CERTIFICATES: Route[] = [
  route('GET /certificates', '200 200 403 403 303 403 302'),
  route('GET /certificates/export.csv', '200 200 403 403 200 403 302'),
  route('GET /admin/certificates', PAGE.ADMIN),
  route('GET /certificates/import', '200 200 403 403 200 403 302'),
  route('POST /certificates/import', '303 303 403 403 303 403 302', {
    sent: () => ({
      // What is there already is not imported again.
      table: `Address,Agency,Kind,Done on\n${++houses} Elm Road GU1 1XY,Rightway Lettings,EPC,2026-05-01`,
      create: 'all',
    }),
    page: '/certificates/import',
  }),
  route('GET /certificates/new', '200 200 403 403 200 403 302'),
  route('POST /certificates/new', '303 303 403 403 303 403 302', {
    sent: () => ({
      ...{ ...aGasCheck(), agency: 'Rightway Lettings' },
      ...{ propertyName: 'Elm House', propertyAddress: '9 Elm Road, Guildford GU1 1XY' },
    }),
    page: '/certificates/new',
    refusals: [{ before: { reference: 'GS-2' } }],
  }),
  route('GET /properties/:id/certificate', '200 404 403 403 200 403 302', { of: 'property' }),
  route('POST /properties/:id/certificate', '303 404 403 403 303 403 302', {
    ...{
      of: 'property',
      sent: () => ({ ...aGasCheck(), agency: 'Rightway Lettings' }),
      page: '/properties/:id/certificate',
    },
    refusals: [{ of: 'property', before: { reference: 'GS-2' } }],
  }),
  route('GET /properties/:id/not-here', '200 404 403 403 200 403 302', { of: 'property' }),
  route('POST /properties/:id/not-here', '303 404 403 403 303 403 302', {
    ...{
      of: 'property',
      sent: () => ({ name: `Lift ${++houses}`, kind: 'other', excuse: 'not_here', agency: 'Rightway Lettings' }),
      page: '/properties/:id/not-here',
    },
    refusals: [{ of: 'property', before: { excuse: 'elsewhere' } }],
  }),
  route('GET /properties/:id/certificate-links', '200 200 403 403 200 403 302', { of: 'propertyWithCertificate' }),
  route('POST /properties/:id/certificate-links', '303 303 403 403 303 403 302', {
    ...{ of: 'propertyWithCertificate', sent: () => ({ email: 'lorna@landlords.example' }) },
    page: '/properties/:id/certificate-links',
    refusals: [{ of: 'propertyWithCertificate', before: { email: 'lena@landlords.example' } }],
  }),
  route('POST /certificate-links/:id/end', '303 303 403 403 303 403 302', { of: 'aCertificateLink' }),
  route('POST /certificates/:id/delete', '303 303 403 403 303 403 302', { of: 'aCertificate', sent: confirmed }),
  route('GET /api/certificates', '200 200 403 403 403 200 403 401'),
  route('POST /api/certificates', '201 201 403 403 403 201 403 401', {
    sent: () => ({
      ...{ ...aGasCheck(), agency: 'Rightway Lettings' },
      ...{ propertyName: 'Elm House', propertyAddress: '9 Elm Road, Guildford GU1 1XY' },
    }),
  }),
  route('PATCH /api/certificates/:id', '200 200 403 403 403 200 403 401', {
    ...{ of: 'aCertificate', sent: () => ({ reference: 'GS-3' }) },
  }),
  route('DELETE /api/certificates/:id', '200 200 403 403 403 200 403 401', { of: 'aCertificate' }),
  route('GET /api/certificates/:id/links', '200 200 403 403 403 200 403 401', { of: 'aCertificate' }),
  route('POST /api/certificates/:id/links', '201 201 403 403 403 201 403 401', {
    ...{ of: 'aCertificate', sent: () => ({ email: 'lorna@landlords.example' }) },
  }),
  route('DELETE /api/certificate-links/:id', '200 200 403 403 403 200 403 401', { of: 'aCertificateLink' }),
  route('GET /api/certificates/:id/document', '200 200 403 403 403 200 403 401', { of: 'aCertificateWithDocument' }),
  route('GET /certificates/:id/document', '200 200 403 403 200 403 302', { of: 'aCertificateWithDocument' }),
  route('GET /certificates/:id/edit', '200 200 403 403 200 403 302', { of: 'aCertificate' }),
  route('POST /certificates/:id/edit', '303 303 403 403 303 403 302', {
    ...{ of: 'aCertificate', sent: aGasCheck, page: '/certificates/:id/edit' },
    refusals: [{ of: 'aCertificate', before: { reference: 'GS-2' } }],
  }),
]
