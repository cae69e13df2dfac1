import type { Page } from '@playwright/test'
import type { Api } from '#tests/e2e/support/api.ts'
import { ask, click, fill, inTurn, refused } from './acts.ts'
import type { Known } from './known.ts'
import { AGENT } from './people.ts'

const TENANT = `Marguerite-Anastasia Featherstonehaugh-${'Cholmondeley '.repeat(3)}`.trim()
const AT_LENGTH = 'My number was given to the plumber’s brother, who rang at night and did not say whence he had it. '

type Sent = { id: string; text: string }

/** Complaints, one of them answered and closed, and a tenant whom a finished job names. */
export async function privacyOf(
  admin: Api,
  job: string,
): Promise<Pick<Known, 'person' | 'tenant' | 'complaint' | 'closed'>> {
  const complain = async (text: string) => {
    const form = new URLSearchParams({ name: TENANT, email: AGENT.email, text, formKey: crypto.randomUUID() })
    await fetch(`${admin.url}/privacy-policy`, { method: 'POST', body: form })
  }
  await complain(AT_LENGTH)
  await complain(AT_LENGTH.repeat(9))
  const [open, closed] = await admin.get<Sent[]>('/api/complaints')
  await admin.post(`/api/complaints/${closed?.id}/answer`, { text: `We are sorry. ${AT_LENGTH.repeat(3)}` })
  await admin.post(`/api/complaints/${closed?.id}/close`, { reason: 'Answered, and nothing came since.' })
  await admin.patch(`/api/jobs/${job}`, { tenantName: TENANT, tenantPhone: '+44 (0) 7700 900456' })
  const [agent] = await admin.get<Sent[]>(`/api/people?search=${AGENT.firstName}`)
  return { person: agent?.id ?? '', tenant: `tenant.${job}`, complaint: open?.id ?? '', closed: closed?.id ?? '' }
}

const NOTHING_SENT = /^4\d\d /
const form = '/privacy-policy#complaint'
const one = ({ complaint }: Known) => `/admin/complaints/${complaint}`

/** Whom data is held on, and complaints about it. */
export const PRIVACY = {
  stranger: [
    { name: 'complain-refused', path: form, act: inTurn(click('Send Complaint'), refused), allow: NOTHING_SENT },
    {
      name: 'complain-received',
      path: form,
      act: inTurn(fill({ name: TENANT, email: AGENT.email, text: AT_LENGTH }), click('Send Complaint'), (page: Page) =>
        page.getByText('Its number is').waitFor(),
      ),
    },
  ],
  admin: [
    { name: 'people', path: '/admin/people' },
    { name: 'people-found', path: '/admin/people?search=featherstonehaugh' },
    { name: 'people-no-match', path: '/admin/people?search=zebra' },
    { name: 'person', path: ({ person }: Known) => `/admin/people/${person}` },
    { name: 'person-tenant', path: ({ tenant }: Known) => `/admin/people/${tenant}` },
    { name: 'ask-erase', path: ({ tenant }: Known) => `/admin/people/${tenant}`, act: ask('Erase') },
    { name: 'complaints', path: '/admin/complaints' },
    { name: 'complaints-closed', path: '/admin/complaints?tab=closed' },
    { name: 'complaint', path: one },
    { name: 'complaint-refused', path: one, act: inTurn(click('Send Answer'), refused), allow: NOTHING_SENT },
    { name: 'complaint-closed', path: ({ closed }: Known) => `/admin/complaints/${closed}` },
  ],
}
