import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { jobs } from '#db/schema.ts'
import { createJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/deletion.ts'
import { editJob } from '#src/jobs/edit.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, anAgent, jobInput } from '#tests/support/world.ts'

const FLAT = 'Flat 2, 14 High Street, Guildford GU1 4AB'
const at = (propertyAddress: string, values: Parameters<typeof jobInput>[0] = {}) => ({
  job: { propertyAddress, ...values },
})
const asked = (address: string) => `/jobs/at-property?${new URLSearchParams({ propertyAddress: address })}`

test('a new job has its postcode and property, an edited one its new ones', async () => {
  const { agent, admin } = await aCast()
  const job = await createJob(agent, jobInput({ propertyAddress: '12 mill lane\nguildford gu13xy' }))
  expect(job).toMatchObject({ postcode: 'GU1 3XY', propertyKey: '12milllaneguildfordgu13xy' })
  const placed = await (await signedInAs(agent)).get(`/api/jobs/${job.id}`)
  expect(await placed.json()).toMatchObject({ postcode: 'GU1 3XY' })
  expect(await editJob(admin, job.id, { propertyName: 'Mill House' })).toMatchObject({ postcode: 'GU1 3XY' })
  const moved = { postcode: null, propertyKey: '9elmroad' }
  expect(await editJob(admin, job.id, { propertyAddress: '9 Elm Rd' })).toMatchObject(moved)
})

test('an agent who types an address sees their open jobs there, in any spelling, and nobody else’s', async () => {
  const cast = await aCast()
  const olivia = await signedInAs(cast.agent)
  const pending = await aJob(cast, 'pending', at(FLAT, { issueDescription: 'The boiler loses pressure.' }))
  const assigned = await aJob(cast, 'assigned', at('FLAT 2\n14 high st\nguildford gu14ab'))
  const done = await aJob(cast, 'completed', at(FLAT))
  const neighbours = [
    await aJob(cast, 'pending', at('Flat 21, 4 High Street, Guildford GU1 4AB')),
    await aJob(cast, 'pending', at('Flat 1, 14 High Street, Guildford GU1 4AB')),
  ]
  const foreign = await aJob({ ...cast, agent: await anAgent() }, 'pending', at(FLAT))
  await db.update(jobs).set({ createdAt: sql`now() - interval '3 days'` }).where(eq(jobs.id, pending.id))
  const text = await (await olivia.htmx(asked('Flat 2 14 High Street,Guildford,GU1 4AB'))).text()
  expect(text).toStartWith('<div id="at-property" aria-live="polite">')
  expect(text).toContain(`${pending.jobRef}, 3 days ago, Pending: The boiler loses pressure.`)
  expect(text).toContain(`href="/jobs/${pending.id}" aria-label="Open it instead: ${pending.jobRef}"`)
  expect(text).toContain(`${assigned.jobRef}, today, Assigned: `)
  for (const { jobRef } of [done, foreign, ...neighbours]) expect(text).not.toContain(jobRef)
  for (const nowhere of ['', '---', '99 Nowhere', FLAT.repeat(200)])
    expect(await (await olivia.htmx(asked(nowhere))).text()).toBe('<div id="at-property" aria-live="polite"></div>')
  await deleteJob(cast.agent, pending.id)
  expect(await (await olivia.htmx(asked(FLAT))).text()).not.toContain(pending.jobRef)
})

test('it stops nobody: the job is raised, and a refused form shows them again', async () => {
  const cast = await aCast()
  const olivia = await signedInAs(cast.agent)
  const there = await aJob(cast, 'pending', at(FLAT))
  const form = { ...(jobInput({ propertyAddress: FLAT }) as Record<string, string>) }
  expect(await (await olivia.submit('/create-job', { ...form, issueDescription: '' })).text()).toContain(there.jobRef)
  expect((await olivia.submit('/create-job', form)).status).toBe(303)
})

test('a job’s page lists the other jobs at its property that its reader may see', async () => {
  const cast = await aCast()
  const other = { ...cast, agent: await anAgent(), contractor: await aContractor() }
  const job = await aJob(cast, 'assigned', at(FLAT))
  const own = await aJob(cast, 'completed', at(FLAT))
  const passed = await aJob({ ...cast, contractor: other.contractor }, 'completed', at(FLAT))
  const foreign = await aJob(other, 'pending', at(FLAT))
  const neighbour = await aJob(cast, 'pending', at('Flat 21, 4 High Street, Guildford GU1 4AB'))
  const READERS = [
    [cast.agent, `/jobs/${job.id}`, [own, passed]],
    [cast.contractor, `/jobs/${job.id}`, [own]],
    [cast.admin, `/admin/jobs/${job.id}`, [own, passed, foreign]],
  ] as const
  for (const [reader, path, seen] of READERS) {
    const text = await (await (await signedInAs(reader)).get(path)).text()
    const listed = text.slice(text.indexOf('Other jobs at this property'))
    const refs = [own, passed, foreign, neighbour].map(({ jobRef }) => jobRef).filter((ref) => listed.includes(ref))
    expect([reader.role, refs]).toEqual([reader.role, seen.map(({ jobRef }) => jobRef)])
  }
  await deleteJob(cast.agent, own.id)
  const text = await (await (await signedInAs(cast.agent)).get(`/jobs/${job.id}`)).text()
  expect([text.includes(own.jobRef), text.includes(passed.jobRef)]).toEqual([false, true])
})

test('GET /api/jobs takes a property in any spelling', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'pending', at(FLAT))
  await aJob(cast, 'pending', at('Flat 21, 4 High Street, Guildford GU1 4AB'))
  const long = await aJob(cast, 'pending', at(`${'The Old Coach House, '.repeat(20)}GU1 4AB`))
  const found = await (await signedInAs(cast.agent)).get(
    `/api/jobs?${new URLSearchParams({ property: long.propertyAddress })}`,
  )
  expect(((await found.json()) as { id: string }[]).map(({ id }) => id)).toEqual([long.id])
  for (const user of [cast.agent, cast.admin]) {
    const client = await signedInAs(user)
    const query = new URLSearchParams({ property: 'flat 2, 14 HIGH ST, guildford gu14ab', limit: '5' })
    const answer = await client.get(`/api/jobs?${query}`)
    expect(answer.headers.get('x-total-count')).toBe('1')
    expect(((await answer.json()) as { id: string }[]).map(({ id }) => id)).toEqual([job.id])
    expect(await (await client.get('/api/jobs?property=---')).json()).toEqual([])
  }
})
