import { expect, test } from 'bun:test'
import { unzipSync } from 'fflate'
import { db } from '#db/connect/client.ts'
import { personRecords } from '#db/schema.ts'
import { aToken, bearer, signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, aJob, anAgent } from '#tests/support/world.ts'

const TOM = { tenantName: 'Tom Reed', tenantPhone: '07700 900456' }

async function office() {
  const cast = await aCast()
  const jobs = [await aJob(cast, 'completed', { job: TOM })]
  jobs.push(await aJob(cast, 'assigned', { job: { ...TOM, tenantPhone: '+44 (0)7700 900456' } }))
  await aJob(cast, 'assigned', { job: { tenantName: 'Tom Reed', tenantPhone: '020 7946 0018' } })
  return { cast, jobs, ada: await signedInAs(cast.admin) }
}

test('a search that finds more than fifty says that only the first are shown', async () => {
  const { ada } = await office()
  const before = await (await ada.get('/admin/people?search=Reed')).text()
  for (let count = 0; count < 51; count++) await anAgent({ lastName: 'Reed' })
  const after = await (await ada.get('/admin/people?search=Reed')).text()
  expect([before, after].map((page) => page.includes('Only the first are shown'))).toEqual([false, true])
})

type Found = { id: string; name: string; jobs: number; isTenant: boolean }

test('an administrator finds accounts and tenants, these by name and phone over all jobs', async () => {
  const { cast, ada } = await office()
  const found = async (search: string): Promise<Found[]> =>
    (await ada.get(`/api/people?search=${encodeURIComponent(search)}`)).json()
  expect((await found('carl')).map(({ id, isTenant, jobs }) => [id, isTenant, jobs])).toEqual([
    [cast.contractor.id, false, 3],
  ])
  expect((await found('reed tom')).map(({ name, jobs }) => [name, jobs]).sort()).toEqual([
    ['Tom Reed', 1],
    ['Tom Reed', 2],
  ])
  expect((await found('07700900456')).map(({ jobs }) => jobs)).toEqual([2])
  expect(await found('')).toEqual([])
  const page = await (await ada.get('/admin/people?search=Reed')).text()
  for (const words of ['Tom Reed', 'Tenant', '020 7946 0018']) expect(page).toContain(words)
})

async function exported(answer: Response): Promise<Record<string, unknown[]>> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [
      name,
      name.endsWith('.json') ? JSON.parse(Buffer.from(bytes).toString()) : [bytes.length],
    ]),
  )
}

test('all that is held on a contractor is one ZIP, without what opens the account', async () => {
  const { cast, ada } = await office()
  const answer = await ada.get(`/api/people/${cast.contractor.id}/export.zip`)
  const files = await exported(answer)
  expect([files['account.json']?.length, files['jobs.json']?.length, files['visits.json']?.length]).toEqual([1, 3, 1])
  expect((files['account.json'] as { first_name: string }[])[0]?.first_name).toBe('Carl')
  expect(JSON.stringify(files)).not.toMatch(/hashed_password|token_hash|argon2/)
  const [record] = await db.select().from(personRecords)
  expect([record?.action, record?.byId, record?.subjects]).toEqual(['exported', cast.admin.id, [cast.contractor.id]])
})

test('all that is held on a tenant is their jobs, and what names them there', async () => {
  const { jobs, ada } = await office()
  const files = await exported(await ada.get(`/api/people/tenant.${jobs[0]!.id}/export.zip`))
  expect(files['jobs.json']).toHaveLength(2)
  expect(JSON.stringify(files)).not.toContain('020 7946 0018')
})

test('a token neither finds nor exports nor erases anybody', async () => {
  const { cast } = await office()
  const headers = bearer((await aToken(cast.admin)).token)
  for (const path of ['/api/people?search=tom', `/api/people/${cast.contractor.id}/export.zip`])
    expect((await stranger.get(path, headers)).status).toBe(403)
  const erasing = await stranger.send(`/api/people/${cast.contractor.id}/erase`, { method: 'POST', headers })
  expect(erasing.status).toBe(403)
})

test('nobody is found by an id of nobody', async () => {
  const { ada } = await office()
  for (const id of ['tenant.x', 'x', crypto.randomUUID(), `tenant.${crypto.randomUUID()}`])
    expect((await ada.get(`/admin/people/${id}`)).status).toBe(404)
})
