import { expect, test } from 'bun:test'
import type { ExcusedCertificate } from '#src/domain/property/certificate/certificate.ts'
import { propertyHref } from '#src/domain/property/property.ts'
import { excusesAt } from '#src/properties/certificates/excuses.ts'
import { certificatesAt } from '#src/properties/certificates/queries.ts'
import { raiseForCertificate } from '#src/properties/certificates/raise.ts'
import { pdf } from '#tests/photos/documents/pdfs.ts'
import { bodyOf, put } from '#tests/photos/uploads.ts'
import { bearer, type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, anAgent } from '#tests/support/world.ts'
import { aGasCheck, certify, ending, ROSE_COTTAGE } from './at-rose-cottage.ts'

type Answer = { id: string; endsOn: string; current: boolean; errors: object }
const HOME = { propertyName: 'Rose Cottage', propertyAddress: ROSE_COTTAGE.propertyAddress }

test('certificates are added, changed, listed and removed by the API, each end by its rule', async () => {
  const { agent, admin } = await aCast()
  const [olivia, ada, other] = await Promise.all(
    [agent, admin, await anAgent({ company: 'Harbour & Stone' })].map(signedInAs),
  )
  const add = async (client = olivia!, more: object = {}) => {
    const answer = await client.post('/api/certificates', { ...HOME, ...aGasCheck(), ...more })
    return { status: answer.status, ...((await answer.json()) as Answer) }
  }
  const first = await add(olivia, { doneOn: '2025-05-01' })
  expect(first).toMatchObject({ status: 201, endsOn: '2026-05-01', current: true, agency: 'Rightway Lettings' })
  const second = await add(olivia, { doneOn: '2026-03-10' })
  expect(second.endsOn).toBe('2027-05-01')
  expect(await add(ada)).toMatchObject({ status: 422, errors: { agency: 'Please choose the agency' } })
  expect((await add(olivia, { kind: 'electrical' })).errors).toEqual({
    endsOn: 'Please enter the day that the report has',
  })
  expect((await add(olivia, { propertyAddress: '!' })).errors).toEqual({ propertyAddress: 'Please enter the address' })
  const change = async (body: object) =>
    (await olivia!.send(`/api/certificates/${second.id}`, { method: 'PATCH', body })).json() as Promise<Answer>
  expect((await change({ doneOn: '2026-02-28' })).endsOn).toBe('2027-02-28')
  expect(await change({ doneBy: 'Carl Mason' })).toMatchObject({ doneBy: 'Carl Mason', endsOn: '2027-02-28' })
  expect(await change({ doneBy: '', endsOn: '2026-01-01' })).toMatchObject({
    errors: { endsOn: 'Must be a day after it was done' },
  })
  const listed = async (client = olivia!) =>
    ((await (await client.get('/api/certificates')).json()) as Answer[]).map(({ id }) => id)
  expect([await listed(), await listed(ada), await listed(other)]).toEqual([[second.id], [second.id], []])
  expect((await other!.send(`/api/certificates/${second.id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await olivia!.send(`/api/certificates/${second.id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await listed()).toEqual([first.id])
})

test('a change that repeats the day or the months leaves a shorter end as it was', async () => {
  const olivia = await signedInAs((await aCast()).agent)
  const fire = { kind: 'other', name: 'Fire extinguishers', months: 12, doneOn: '2026-01-10', endsOn: '2026-07-10' }
  const { id } = (await (await olivia.post('/api/certificates', { ...HOME, ...fire })).json()) as Answer
  const change = async (body: object) =>
    (await olivia.send(`/api/certificates/${id}`, { method: 'PATCH', body })).json() as Promise<Answer>
  const { kind, months, doneOn } = fire
  const repeated = await change({ kind, months, doneOn, reference: 'A-7' })
  expect(repeated).toMatchObject({ reference: 'A-7', endsOn: '2026-07-10' })
  expect((await change({ months: 6, doneOn: '2026-01-11' })).endsOn).toBe('2026-07-11')
})

const patch = (client: Client, id: string, body: object) =>
  client.send(`/api/certificates/${id}`, { method: 'PATCH', body })

test('changes of one certificate at once all stand', async () => {
  const { agent } = await aCast()
  const olivia = await signedInAs(agent)
  const { id } = await certify(agent, { kind: 'electrical', endsOn: '2031-05-01' })
  const changes = { unsatisfactory: true, reference: 'A-7', doneBy: 'Carl Mason', doneOn: '2026-05-02' }
  const sent = Object.entries(changes).map(([name, value]) => patch(olivia, id, { [name]: value }))
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await certificatesAt(agent, ROSE_COTTAGE.key)).toMatchObject([changes])
})

test('a certificate that is deleted while it becomes one of another kind replaces none', async () => {
  const { agent } = await aCast()
  const olivia = await signedInAs(agent)
  for (let round = 0; round < 8; round++) {
    const epc = await certify(agent, { kind: 'epc', doneOn: '2020-01-10' })
    const { id } = await certify(agent, { doneOn: '2026-02-10' })
    await Promise.all([patch(olivia, id, { kind: 'epc' }), olivia.delete(`/api/certificates/${id}`)])
    expect(await certificatesAt(agent, ROSE_COTTAGE.key)).toMatchObject([{ id: epc.id, replacedBy: null }])
    await olivia.delete(`/api/certificates/${epc.id}`)
  }
})

test('jobs are filtered by the kind of certificate that raised them', async () => {
  const { agent } = await aCast()
  const { id } = await certify(agent, ending(20))
  await raiseForCertificate(id)
  const olivia = await signedInAs(agent)
  const count = async (kind: string) =>
    ((await (await olivia.get(`/api/jobs?certificate=${kind}`)).json()) as object[]).length
  expect([await count('gas_safety'), await count('epc,gas_safety'), await count('epc')]).toEqual([1, 1, 0])
  expect((await olivia.get('/api/jobs?certificate=nothing')).status).toBe(400)
})

test('what is not here or what another does is said on the property’s page, and may be taken back', async () => {
  const { agent } = await aCast()
  const olivia = await signedInAs(agent)
  await certify(agent, ending(20))
  const path = `/properties/${ROSE_COTTAGE.key}/not-here`
  const page = async () => (await olivia.get(propertyHref(ROSE_COTTAGE.key, 'estate_agent'))).text()
  expect((await olivia.submit(path, { kind: 'gas_safety', excuse: 'elsewhere' })).status).toBe(303)
  expect((await olivia.submit(path, { kind: 'alarms', excuse: 'not_here' })).status).toBe(303)
  expect((await olivia.submit(path, { kind: 'other', excuse: 'not_here' })).status).toBe(422)
  expect(await page()).toContain('ANOTHER DOES IT')
  expect(await page()).toContain('Smoke and CO alarms: Not here')
  expect(await certificatesAt(agent, ROSE_COTTAGE.key)).toMatchObject([{ excuse: 'elsewhere' }])
  expect((await olivia.submit(path, { kind: 'gas_safety', excuse: '' })).status).toBe(303)
  expect(await certificatesAt(agent, ROSE_COTTAGE.key)).toMatchObject([{ excuse: null }])
})

test('what is not here is said by the API with a certificate or without one, and is taken back', async () => {
  const { agent, admin } = await aCast()
  const [olivia, ada] = await Promise.all([agent, admin].map(signedInAs))
  const say = async (sent: object, client = olivia!) => {
    const answer = await client.post('/api/certificates', { ...HOME, ...sent })
    return { status: answer.status, ...((await answer.json()) as object) }
  }
  const gas = { kind: 'gas_safety' }
  const kept = () => excusesAt(agent, ROSE_COTTAGE.key)
  expect(await say(gas)).toMatchObject({ status: 422, errors: { doneOn: expect.any(String) } })
  expect(await say({ ...gas, notHere: true, endsOn: '2027-05-01' })).toMatchObject({ status: 422 })
  expect(await say({ kind: 'other', notHere: true })).toMatchObject({
    status: 422,
    errors: { name: expect.any(String) },
  })
  expect(await say({ ...gas, notHere: true }, ada)).toMatchObject({ status: 422 })
  expect(await say({ ...gas, notHere: true })).toMatchObject({ status: 200, message: expect.any(String) })
  expect([await kept(), await certificatesAt(agent, ROSE_COTTAGE.key)]).toEqual([
    [{ ...gas, name: '', excuse: 'not_here' } as ExcusedCertificate],
    [],
  ])
  expect(await say(aGasCheck())).toMatchObject({ status: 201, excuse: 'not_here' })
  expect(await say({ ...gas, notHere: false })).toMatchObject({ status: 200 })
  const [{ id } = { id: '' }] = await certificatesAt(agent, ROSE_COTTAGE.key)
  const change = async (notHere: unknown, client = olivia!) => {
    const answer = await client.send(`/api/certificates/${id}`, { method: 'PATCH', body: { notHere } })
    return (await answer.json()) as object
  }
  expect(await change(true, ada)).toMatchObject({ id, excuse: 'not_here', endsOn: '2027-05-01' })
  expect(await change(null)).toMatchObject({ errors: { notHere: 'Must be true or false' } })
  expect([await change(false), await kept()]).toMatchObject([{ excuse: null }, []])
  await olivia!.submit(`/properties/${ROSE_COTTAGE.key}/not-here`, { ...gas, excuse: 'elsewhere' })
  expect(await change(false)).toMatchObject({ excuse: 'elsewhere' })
  const other = await signedInAs(await anAgent({ company: 'Harbour & Stone' }))
  expect((await other.send(`/api/certificates/${id}`, { method: 'PATCH', body: { notHere: true } })).status).toBe(404)
})

test('a certificate is deleted after a question, and the one before is current again', async () => {
  const { agent } = await aCast()
  const olivia = await signedInAs(agent)
  await certify(agent, { doneOn: '2025-05-01' })
  const { id } = await certify(agent)
  const asked = await (await olivia.submit(`/certificates/${id}/delete`, {})).text()
  expect(asked).toContain('Delete Gas safety?')
  expect((await olivia.submit(`/certificates/${id}/delete`, { confirmed: 'yes' })).status).toBe(303)
  expect(await certificatesAt(agent, ROSE_COTTAGE.key)).toMatchObject([{ doneOn: '2025-05-01', replacedBy: null }])
})

test('a document that an administrator uploads is downloaded by a token from where the list says', async () => {
  const { agent, admin } = await aCast()
  const ada = await signedInAs(admin)
  const { id } = await certify(agent)
  const { uploadURL, path } = (await (await ada.post('/api/objects/upload')).json()) as Record<string, string>
  await put(uploadURL!, bodyOf(pdf()), { 'content-type': 'application/pdf' })
  expect((await patch(ada, id, { document: path })).status).toBe(200)
  const { token } = (await (await ada.post('/api/tokens', { name: 'Copies' })).json()) as { token: string }
  const [listed] = (await (await stranger.get('/api/certificates', bearer(token))).json()) as { documentPath: string }[]
  const answer = await stranger.get(listed!.documentPath, bearer(token))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(Buffer.from(await answer.arrayBuffer()).equals(pdf())).toBe(true)
})
