import { expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { personRecords, users } from '#db/schema.ts'
import { finishErasure } from '#src/privacy/people/erase.ts'
import { applyRetention } from '#src/retention/apply.ts'
import { ending } from '#tests/properties/certificates/at-rose-cottage.ts'
import { longUntouched } from '#tests/retention/old.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, anAgent, jobInput } from '#tests/support/world.ts'

// Whatever changes an answer that is polled changes its version: who is told 304 has what they would be told else.

const POLLS = [
  { path: '/api/jobs/recent', tells: 'etag', asks: 'if-none-match', headers: {} },
  {
    ...{ path: '/', tells: 'hx-ptag', asks: 'hx-ptag' },
    headers: { 'hx-request': 'true', 'hx-request-type': 'partial' },
  },
] as const

/** Follows what one reader is told; returns a complaint where a poll is told that nothing is new. */
async function follow(client: Client, { path, tells, asks, headers }: (typeof POLLS)[number]) {
  const read = async () => {
    const answer = await client.get(path, headers)
    return { version: answer.headers.get(tells)!, text: (await answer.text()).replace(/ hx-ptag="[^"]*"/, '') }
  }
  let last = await read()
  return async (): Promise<{ changed: boolean; missed: boolean }> => {
    const { status } = await client.get(path, { ...headers, [asks]: last.version })
    const now = await read()
    const changed = now.text !== last.text
    last = now
    return { changed, missed: changed && status === 304 }
  }
}

const soon = (days: number, hours: number) => {
  const at = new Date(Date.now() + days * 86_400_000)
  at.setUTCHours(hours, 0, 0, 0)
  return at.toISOString()
}

test('each step of a job changes the versions of all who are shown it', async () => {
  const cast = await aCast()
  const other = await aContractor({ firstName: 'Dee', lastName: 'Bright' })
  const [agent, carl, dee, ada] = await Promise.all(
    [cast.agent, cast.contractor, other, cast.admin].map((user) => signedInAs(user)),
  )
  const { id } = await aJob(cast)
  const readers = await Promise.all([
    follow(agent!, POLLS[0]),
    follow(carl!, POLLS[0]),
    follow(dee!, POLLS[0]),
    follow(agent!, POLLS[1]),
  ])
  const quoteOf = async (job: string) => {
    const { quotes } = (await (await ada!.get(`/api/jobs/${job}`)).json()) as { quotes: { id: string }[] }
    return quotes.at(-1)!.id
  }
  let rival = ''
  const withQuote = {
    ...{ workDone: 'Looked at the boiler.', needsQuote: true },
    ...{ quoteAmount: 480, quoteDescription: 'Replace the vessel.' },
  }
  const call = (client: Client | undefined, method: string, path: string, body?: unknown) =>
    client!.send(path, { method, body })
  const steps: [string, () => Promise<Response>][] = [
    ['edited by its agent', () => call(agent, 'PATCH', `/api/jobs/${id}`, { issueDescription: 'No hot water.' })],
    ['assigned', () => call(ada, 'POST', `/api/jobs/${id}/assign`, { contractorId: other.id })],
    ['written about', () => call(dee, 'POST', `/api/jobs/${id}/messages`, { text: 'I come tomorrow.' })],
    ['read about', () => agent!.get(`/jobs/${id}`)],
    ['booked', () => call(dee, 'PUT', `/api/jobs/${id}/appointment`, { startsAt: soon(2, 9), endsAt: soon(2, 11) })],
    ['moved', () => call(dee, 'PUT', `/api/jobs/${id}/appointment`, { startsAt: soon(3, 9), endsAt: soon(3, 11) })],
    ['no longer booked', () => call(dee, 'DELETE', `/api/jobs/${id}/appointment`)],
    ['started', () => call(dee, 'POST', `/api/jobs/${id}/start`)],
    ['visited', () => call(dee, 'POST', `/api/jobs/${id}/visits`, { outcome: 'no_access', workDone: 'Nobody there.' })],
    ['quoted for', () => call(dee, 'POST', `/api/jobs/${id}/complete`, withQuote)],
    ['quoted otherwise', async () => call(dee, 'PATCH', `/api/quotes/${await quoteOf(id)}`, { quoteAmount: 400 })],
    ['found to be a hazard', () => call(agent, 'PATCH', `/api/jobs/${id}/hazard`, { level: 'significant' })],
    [
      'asked for elsewhere',
      async () => {
        const answer = await call(ada, 'POST', `/api/jobs/${id}/rivals`, { contractorId: cast.contractor.id })
        rival = ((await answer.clone().json()) as { id: string }).id
        return answer
      },
    ],
    ['quoted for by another', () => call(carl, 'POST', `/api/jobs/${rival}/complete`, withQuote)],
    ['declined', async () => call(agent, 'PATCH', `/api/quotes/${await quoteOf(rival)}/decline`, { reason: 'Dear.' })],
    [
      'no longer quoted for',
      async () => call(dee, 'POST', `/api/quotes/${await quoteOf(id)}/withdraw`, { reason: 'Too busy.' }),
    ],
    ['given to another', () => call(ada, 'POST', `/api/jobs/${id}/assign`, { contractorId: cast.contractor.id })],
    ['with somebody renamed', () => call(ada, 'PATCH', `/api/users/${cast.contractor.id}`, { lastName: 'Stone' })],
    ['once quoted for by somebody renamed', () => call(ada, 'PATCH', `/api/users/${other.id}`, { lastName: 'Dark' })],
    ['of an agent renamed', () => call(ada, 'PATCH', `/api/users/${cast.agent.id}`, { phone: '020 7946 0999' })],
    ['edited by an administrator', () => call(ada, 'PATCH', `/api/jobs/${id}`, { accessNotes: 'Ring twice.' })],
    ['taken back', () => call(ada, 'POST', `/api/jobs/${id}/unassign`)],
    ['given again', () => call(ada, 'POST', `/api/jobs/${id}/assign`, { contractorId: cast.contractor.id })],
    ['handed back', () => call(carl, 'POST', `/api/jobs/${id}/hand-back`, { reason: 'On holiday.' })],
    ['given once more', () => call(ada, 'POST', `/api/jobs/${id}/assign`, { contractorId: other.id })],
    ['quoted for again', () => call(dee, 'POST', `/api/jobs/${id}/complete`, withQuote)],
    ['quoted for by somebody who leaves', () => call(ada, 'DELETE', `/api/contractors/${other.id}`)],
    ['quoted for by somebody who is erased', () => call(ada, 'POST', `/api/people/${other.id}/erase`)],
    ['approved', async () => call(agent, 'PATCH', `/api/quotes/${await quoteOf(id)}/approve`)],
    ['besides another', () => call(agent, 'POST', '/api/jobs', jobInput({ propertyName: 'Ivy House' }))],
  ]
  const wrong: string[] = []
  const silent: string[] = []
  for (const [name, step] of steps) {
    const answer = await step()
    if (answer.status >= 300) wrong.push(`${name}: ${answer.status} ${await answer.text()}`)
    const told = await Promise.all(readers.map((look) => look()))
    for (const [at, { missed }] of told.entries()) if (missed) wrong.push(`${name}: reader ${at} was told 304`)
    if (!told.some(({ changed }) => changed)) silent.push(name)
  }
  expect(wrong).toEqual([])
  expect(silent).toEqual([])
}, 60_000)

test('certificates that a colleague writes change the first screen of all agents of the agency', async () => {
  const { agent } = await aCast()
  const [olivia, ben] = await Promise.all([agent, await anAgent({ company: ' RIGHTWAY lettings' })].map(signedInAs))
  const home = { propertyName: 'Rose Cottage', propertyAddress: '12 Mill Lane, Guildford GU1 3XY' }
  const gas = { kind: 'gas_safety', ...ending(20) }
  const table = `Address,Kind,Done on,Ends on\n9 Elm Road,alarms,${gas.doneOn},${gas.endsOn}`
  let id = ''
  const steps: [string, () => Promise<Response>][] = [
    [
      'added',
      async () => {
        const answer = await ben!.post('/api/certificates', { ...home, ...gas })
        id = ((await answer.clone().json()) as { id: string }).id
        return answer
      },
    ],
    ['late', () => ben!.send(`/api/certificates/${id}`, { method: 'PATCH', body: ending(-2) })],
    ['not here', () => ben!.post('/api/certificates', { ...home, kind: gas.kind, notHere: true })],
    ['here after all', () => ben!.post('/api/certificates', { ...home, kind: gas.kind, notHere: false })],
    ['deleted', () => ben!.delete(`/api/certificates/${id}`)],
    ['imported', () => ben!.submit('/certificates/import', { table, create: 'all' })],
  ]
  const look = await follow(olivia!, POLLS[1])
  for (const [name, step] of steps) {
    const { status } = await step()
    expect({ name, wrong: status > 303, ...(await look()) }).toEqual({
      name,
      wrong: false,
      changed: true,
      missed: false,
    })
  }
})

test('erasing somebody changes the versions of all who are shown them, and again once texts have followed', async () => {
  const cast = await aCast()
  const { contractor } = cast
  const { id } = await aJob(cast, 'in_progress', { job: { issueDescription: 'Carl Mason says that the tap drips.' } })
  const [agent, carl, ada] = await Promise.all([cast.agent, contractor, cast.admin].map((user) => signedInAs(user)))
  await carl!.post(`/api/jobs/${id}/visits`, { outcome: 'no_access', workDone: 'Nobody there.' })
  await ada!.delete(`/api/contractors/${contractor.id}`)
  const readers = await Promise.all(POLLS.map((poll) => follow(agent!, poll)))
  const told = () => Promise.all(readers.map((look) => look()))
  expect((await ada!.post(`/api/people/${contractor.id}/erase`)).status).toBe(200)
  expect(await told()).toEqual([
    { changed: true, missed: false },
    { changed: expect.any(Boolean), missed: false },
  ])
  const [record] = await db.select().from(personRecords)
  await finishErasure(record!.id)
  expect(await told()).toEqual(POLLS.map(() => ({ changed: true, missed: false })))
})

test('old jobs that are removed change the versions of those who were shown them', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'completed')
  await longUntouched(id, '20 years')
  const versions = async () => {
    const rows = await db.select({ id: users.id, version: users.activityVersion }).from(users)
    return [cast.agent, cast.contractor].map((user) => rows.find((row) => row.id === user.id)!.version)
  }
  const before = await versions()
  await applyRetention()
  for (const [at, version] of (await versions()).entries()) expect(version).toBeGreaterThan(before[at]!)
})
