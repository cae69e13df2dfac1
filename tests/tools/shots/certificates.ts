import type { Page } from '@playwright/test'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import type { Api } from '#tests/e2e/support/api.ts'
import type { Known } from './known.ts'

type At = { propertyName: string; propertyAddress: string; estateAgency: string }

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const ending = (days: number) => ({ doneOn: dayIn(days - 365), endsOn: dayIn(days) })

/** At a job's property, one of each state, and a link to them. */
export async function certificatesOf(
  admin: Api,
  { propertyName, propertyAddress, estateAgency: agency }: At,
): Promise<Pick<Known, 'property' | 'certificates'>> {
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
  return { property: propertyKeyOf(propertyAddress) ?? '', certificates: new URL(url).pathname }
}

const share = { name: 'certificates-share', path: ({ property }: Known) => `/properties/${property}/certificate-links` }
const there = (of: string) => ({ name: 'property-certificates', path: ({ property }: Known) => `${of}/${property}` })

export const CERTIFICATES = {
  stranger: [
    {
      name: 'certificates',
      path: ({ certificates }: Known) => certificates,
      // Without a script no sheet follows the rules in its markup.
      act: (page: Page) => page.getByText('In force').waitFor(),
    },
  ],
  agent: [{ name: 'certificates', path: '/certificates' }, there('/properties'), share],
  admin: [{ name: 'certificates', path: '/admin/certificates' }, there('/admin/properties'), share],
}
