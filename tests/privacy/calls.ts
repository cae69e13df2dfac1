import { aComplaint } from './a-complaint.ts'

/** Each call about personal data, as an administrator makes it. */
export async function privacyLife(call: (request: string, body?: unknown) => Promise<unknown>) {
  const { id } = await aComplaint()
  await call('GET /api/complaints')
  await call(`POST /api/complaints/${id}/answer`, { text: 'We are sorry.' })
  await call(`POST /api/complaints/${id}/close`, { reason: 'Settled' })
}
