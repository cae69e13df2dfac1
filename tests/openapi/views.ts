import { VIEW } from '#tests/support/targets.ts'

type Call = (request: string, body?: object) => Promise<{ id: string }>

export async function viewsLife(call: Call): Promise<void> {
  const { id } = await call('POST /api/views', { ...VIEW, shared: true })
  await call('GET /api/views')
  await call(`PATCH /api/views/${id}`, { query: 'status=pending', place: 1 })
  await call(`DELETE /api/views/${id}`)
}
