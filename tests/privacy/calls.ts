import { deleteAccount } from '#src/accounts/actions.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { aContractor, aJob, type Cast } from '#tests/support/world.ts'
import { aComplaint } from './a-complaint.ts'

type Call = (request: string, body?: unknown) => Promise<unknown>

/** Each call about personal data, as an administrator makes it. */
export async function privacyLife(call: Call, cast: Cast) {
  const { id } = await aComplaint()
  await call('GET /api/complaints')
  await call(`GET /api/complaints/${id}`)
  await call(`POST /api/complaints/${id}/answer`, { text: 'We are sorry.' })
  await call(`POST /api/complaints/${id}/close`, { reason: 'Settled' })
  await peopleLife(call, cast, cast.admin)
}

async function peopleLife(call: Call, cast: Cast, admin: Actor) {
  await aJob(cast, 'pending', { job: { tenantName: 'Tom Reed', tenantPhone: '07700 900456' } })
  const former = await aContractor({ firstName: 'Tom', phone: '020 7946 0007' })
  await deleteAccount(admin, former.id, 'contractor')
  await call('GET /api/people?search=tom')
  await call(`POST /api/people/${former.id}/erase`)
  await call('GET /api/people?search=former')
}
