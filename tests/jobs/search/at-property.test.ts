import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { createJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { signedInAs } from '#tests/support/app.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { plansOf } from '#tests/support/database/plans.ts'
import { moment, spent } from '#tests/support/spent/spent.ts'
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

describe('while an address is typed', () => {
  const HOUSE = '14 High Street, Guildford GU1 4AB'
  const NOT_IT = [
    '114 High Street, Guildford GU1 4AB',
    '14a High Street, Guildford GU1 4AB',
    'Flat 14, 2 High Street, Guildford GU1 4AB',
    '14 Highfield Close, Leeds LS1 1AA',
    '14 The Mews, High Street, Leeds LS1 1AA',
  ]

  test('house number and street, or the postcode, show one’s open jobs there, and no other house’s', async () => {
    const cast = await aCast()
    const olivia = await signedInAs(cast.agent)
    const there = await aJob(cast, 'pending', at(HOUSE))
    const flat = await aJob(cast, 'assigned', at('Flat 2, 14 High St, Guildford GU1 4AB'))
    await aJob(cast, 'completed', at(HOUSE))
    for (const address of NOT_IT) await aJob(cast, 'pending', at(address))
    await aJob({ ...cast, agent: await anAgent() }, 'pending', at(HOUSE))
    const found = async (typed: string) => [
      ...new Set((await (await olivia.htmx(asked(typed))).text()).match(/JOB-\d+/g)),
    ]
    const both = [flat.jobRef, there.jobRef]
    const TYPED: [typed: string, refs: string[]][] = [
      ...['14 high s', '14 High Street', '14 HIGH ST', '14, high str', '14 High Street Guild'].map(
        (typed): [string, string[]] => [typed, both],
      ),
      ['14 High Street, GU1 4AB', both],
      ['14 High St, Guildford, gu14ab', both],
      ['Flat 2, 14 High', [flat.jobRef]],
      ['Flat 1, 14 High', []],
      ['2 14 High', [flat.jobRef]],
      ['14 High Street, GU1 4AC', []],
      ['14 High Street, Leeds', []],
      ...['', '1', '14', '14 h', 'High Street', 'Flat 14', 'Guildford'].map((typed): [string, string[]] => [typed, []]),
    ]
    for (const [typed, refs] of TYPED) expect([typed, await found(typed)]).toEqual([typed, refs])
    const byPostcode = await found('gu1 4ab')
    expect(byPostcode.sort()).toEqual((await found('GU14AB')).sort())
    expect(byPostcode).toHaveLength(5)
    const text = await (await olivia.htmx(asked('14 High Street'))).text()
    expect(text).toContain('(Flat 2, 14 High St, Guildford GU1 4AB)')
    expect(await (await olivia.htmx(asked(HOUSE))).text()).not.toContain(`(${HOUSE})`)
  })

  test('more than ten say how many more, and lead to the list that shows them', async () => {
    const cast = await aCast()
    const jobs: Awaited<ReturnType<typeof aJob>>[] = []
    for (let n = 0; n < 13; n++) jobs.push(await aJob(cast, n < 2 ? 'pending' : 'assigned', at(HOUSE)))
    const olivia = await signedInAs(cast.agent)
    const linkIn = (text: string, words: string) =>
      new RegExp(`<a href="([^"]+)">${words}</a>`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? 'no link'
    const typed = await (await olivia.htmx(asked('14 High St'))).text()
    expect(typed.match(/Open it instead</g)).toHaveLength(10)
    const list = await (await olivia.get(linkIn(typed, '3 more jobs there'))).text()
    expect(list.match(/ id="job-[\da-f]{8}-/g)).toHaveLength(13)
    const admin = await signedInAs(cast.admin)
    for (const [client, path] of [
      [olivia, '/jobs'],
      [admin, '/admin/jobs'],
    ] as const) {
      const page = await (await client.get(`${path}/${jobs[0]!.id}`)).text()
      const shown = await (await client.get(linkIn(page, '2 more jobs there'))).text()
      expect([path, jobs.every(({ jobRef }) => shown.includes(jobRef))]).toEqual([path, true])
    }
    const carl = await (await (await signedInAs(cast.contractor)).get(`/jobs/${jobs[2]!.id}`)).text()
    expect(carl.match(/JOB-\d+<\/a>/g)).toHaveLength(10)
    expect([carl.includes('more job'), linkIn(carl, '\\d+ more jobs? there')]).toEqual([false, 'no link'])
  })

  test('it is counted as a search is, reads an index, and takes little time for hostile texts', async () => {
    const cast = await aCast()
    await db.execute(sql`
      insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name, property_address,
        issue_description) select gen_random_uuid(), 'REF-' || n, case when n % 100 = 0 then ${cast.agent.id}::uuid end,
        'A', 'B', 'C', n || ' High Street, Leeds', 'D' from generate_series(1, 4000) n`)
    await countTables()
    const olivia = await signedInAs(cast.agent)
    const plans = await plansOf('"jobs"', async () => {
      expect((await olivia.htmx(asked('2400 High'))).headers.get('ratelimit-policy')).toStartWith('"reads"')
    })
    expect(plans.join('\n')).not.toContain('Seq Scan')
    expect(plans.join('\n')).toContain('jobs_agent')
    const begin = moment()
    for (const typed of ['14 high '.repeat(2000), `14 ${'high '.repeat(13)}`, '1 '.repeat(3000), '14 %_\\high'])
      expect((await olivia.htmx(asked(typed.slice(0, 6000)))).status).toBe(200)
    expect(spent(begin)).toBeLessThan(4000)
  })
})
