import type { Page } from '@playwright/test'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { propertyHref } from '#src/domain/property/property.ts'
import type { Api } from '#tests/e2e/support/api.ts'
import { click, fill, inTurn, open, refused } from './acts.ts'
import type { Known } from './known.ts'

export const CERTIFIED = `The Certified Coach House, ${'Upper Wolverhampton-on-the-Marsh Road, '.repeat(3)}Milton Keynes MK9 3QA`
export const HOME_NAME = `Certified House, ${'Flat 12b and the annexe '.repeat(3)}`.trim()

type At = { propertyName: string; propertyAddress: string; estateAgency: string }

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const ending = (days: number) => ({ doneOn: dayIn(days - 365), endsOn: dayIn(days) })

/** At a job's property, one of each state, and a link to them. */
export async function certificatesOf(
  admin: Api,
  { propertyName, propertyAddress, estateAgency: agency }: At,
): Promise<Pick<Known, 'property' | 'certificates' | 'certificate' | 'certified'>> {
  const lift = `Lift, hoist and ${'stair-climbing-chair '.repeat(4)}`.trim()
  let id = ''
  for (const certificate of [
    { kind: 'gas_safety', ...ending(-3), reference: 'GS-2026-000000000000000000000014' },
    { kind: 'electrical', ...ending(300), unsatisfactory: true, remedyBy: dayIn(9) },
    { kind: 'other', name: lift, months: 12, ...ending(12), doneBy: 'Llanfairpwllgwyngyll Lifts and Hoists Limited' },
  ])
    ({ id } = await admin.post<{ id: string }>('/api/certificates', {
      ...{ propertyName, propertyAddress, agency },
      ...certificate,
    }))
  const { url } = await admin.post<{ url: string }>(`/api/certificates/${id}/links`, {})
  return {
    ...{ property: propertyKeyOf(propertyAddress) ?? '', certificates: new URL(url).pathname },
    certificate: await atHome(admin, '/api/certificates?kind=electrical'),
    certified: await atHome(admin, '/api/jobs?status=in_progress'),
  }
}

async function atHome(admin: Api, list: string): Promise<string> {
  const found = await admin.get<{ id: string; propertyName: string }[]>(list)
  return found.find(({ propertyName }) => propertyName === HOME_NAME)?.id ?? ''
}

const home = (role: 'estate_agent' | 'admin') => ({
  ...{ name: 'certified', path: propertyHref(propertyKeyOf(CERTIFIED)!, role) },
})
const share = { name: 'certificates-share', path: ({ property }: Known) => `/properties/${property}/certificate-links` }
const there = (of: string) => ({ name: 'property-certificates', path: ({ property }: Known) => `${of}/${property}` })

const NOTHING_SENT = /^4\d\d /
const KEY = encodeURIComponent(propertyKeyOf(CERTIFIED)!)
const TABLE = [
  'Address\tAgency\tKind\tDone on\tReference',
  `${CERTIFIED}\tRightway Lettings\tGas safety\t2026-05-01\tGS-1`,
  '12 Mill Lane, Guildford GU1 3XY\tRightway Lettings\tGas\t31/02/2026\tGS-2',
].join('\n')
const looked = inTurn(fill({ table: TABLE }), click('Check'), (page: Page) =>
  page.getByText('Nothing has been added yet.').waitFor(),
)

const FORMS = [
  { name: 'certificates-import', path: '/certificates/import' },
  { name: 'certificates-looked', path: '/certificates/import', act: looked, allow: NOTHING_SENT },
  { name: 'certificate-new', path: `/properties/${KEY}/certificate` },
  {
    name: 'certificate-refused',
    path: `/properties/${KEY}/certificate`,
    act: inTurn(click('Save'), refused),
    allow: NOTHING_SENT,
  },
  { name: 'certificate-first', path: '/certificates/new' },
  {
    name: 'certificate-first-refused',
    path: '/certificates/new',
    act: inTurn(click('Save'), refused),
    allow: NOTHING_SENT,
  },
  { name: 'certificate-edit', path: ({ certificate }: Known) => `/certificates/${certificate}/edit` },
  { name: 'certificate-not-here', path: `/properties/${KEY}/not-here` },
]
const listed = (path: string) => [
  { name: 'certificates', path },
  { name: 'certificates-no-match', path: `${path}?search=zebra` },
  { name: 'certificates-dialog', path: `${path}?search=Certified`, act: open('main a[data-dialog]') },
]
const completion = ({ certified }: Known) => `/visit/${certified}`

export const CERTIFICATES = {
  stranger: [
    {
      name: 'certificates',
      path: ({ certificates }: Known) => certificates,
      // Without a script no sheet follows the rules in its markup.
      act: (page: Page) => page.getByText('In force').waitFor(),
    },
  ],
  agent: [...listed('/certificates'), ...FORMS, there('/properties'), share, home('estate_agent')],
  contractor: [
    { name: 'completion-certificate', path: completion },
    {
      ...{ name: 'completion-certificate-refused', path: completion, javaScript: false as const },
      act: inTurn(fill({ 'certificate.doneOn': '2099-01-01' }), click('Complete Job'), refused),
      allow: NOTHING_SENT,
    },
  ],
  admin: [...listed('/admin/certificates'), ...FORMS, there('/admin/properties'), share, home('admin')],
}
