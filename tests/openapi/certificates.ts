import { raiseForCertificate } from '#src/properties/certificates/raise.ts'
import { certify, ending } from '#tests/properties/certificates/at-rose-cottage.ts'
import type { Cast } from '#tests/support/world.ts'

type Call = (request: string, body?: object) => Promise<unknown>

export async function certificatesLife(call: Call, { agent }: Pick<Cast, 'agent'>): Promise<void> {
  const { id } = await certify(agent, ending(20))
  await raiseForCertificate(id)
  await call('GET /api/jobs')
}
