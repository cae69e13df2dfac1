import { expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { assignJob, createJob } from '#src/jobs/actions.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { approveQuote, deleteQuote } from '#src/quotes/actions.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, anAgent, complete, jobInput, withQuote } from '#tests/support/world.ts'

const tenant = { tenantName: 'Winifred Quill', tenantPhone: '07700 900987' }

/** A job that a contractor quoted for and lost to another. */
async function handedOn() {
  const cast = await aCast()
  const [next, other] = [await aContractor({ firstName: 'Dee' }), await aContractor({ firstName: 'Tom' })]
  const job = await aJob(cast, 'quote_pending', { job: tenant })
  await deleteQuote(cast.admin, job.quotes[0]!.id)
  await assignJob(cast.admin, job.id, next.id)
  return { ...cast, job, next, other }
}

test('the tenant’s name and phone are read by those who may, on page, call, list, file and search', async () => {
  const { agent, contractor, admin, job, next, other } = await handedOn()
  const WHO: [string, Client, 'reads' | 'reads no tenant' | number][] = [
    ['its agent', await signedInAs(agent), 'reads'],
    ['another agent', await signedInAs(await anAgent()), 404],
    ['the contractor who has it', await signedInAs(next), 'reads'],
    ['the contractor who had it', await signedInAs(contractor), 'reads no tenant'],
    ['another contractor', await signedInAs(other), 404],
    ['an administrator', await signedInAs(admin), 'reads'],
    ['a stranger', stranger, 401],
  ]
  for (const [who, client, expected] of WHO) {
    const answer = await client.get(`/api/jobs/${job.id}`)
    if (typeof expected === 'number') {
      expect([who, answer.status]).toEqual([who, expected])
    } else {
      const none = { tenantName: null, tenantPhone: null }
      expect([who, await answer.json()]).toMatchObject([who, expected === 'reads' ? tenant : none])
    }
    const page = (await client.get(`/jobs/${job.id}`)).headers.get('location') ?? `/jobs/${job.id}`
    for (const path of [
      page,
      '/api/jobs',
      '/api/jobs/completed',
      '/api/jobs/export.csv',
      `/api/jobs/${job.id}/events`,
    ]) {
      const text = await (await client.get(path)).text()
      const isTold = /Winifred|900987/.test(text)
      if (expected !== 'reads') expect([who, path, isTold]).toEqual([who, path, false])
      if (expected === 'reads' && /jobs(\/export.csv|\/[\w-]+)?$/.test(path) && !path.endsWith('completed'))
        expect([who, path, isTold]).toEqual([who, path, true])
    }
    for (const word of ['Winifred', '900987'])
      if (expected !== 401) {
        const found: { id: string }[] = await (await client.get(`/api/jobs?search=${word}`)).json()
        expect([who, word, found.map(({ id }) => id)]).toEqual([who, word, expected === 'reads' ? [job.id] : []])
      }
  }
})

test('with a quote they are read by its agent, by administrators, and by its contractor while they have the job', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'quote_pending', { job: tenant })
  const read = async (user: Parameters<typeof signedInAs>[0]) =>
    (await (await signedInAs(user)).get(`/api/quotes/${job.quotes[0]!.id}`)).text()
  for (const user of [cast.agent, cast.contractor, cast.admin]) expect(await read(user)).toContain('Winifred')
  await approveQuote(cast.agent, job.quotes[0]!.id)
  const [work] = await db.query.jobs.findMany({ where: (row, { eq }) => eq(row.parentJobId, job.id) })
  const next = await aContractor()
  expect(await jobVisibleTo(cast.contractor, work!.id)).toMatchObject(tenant)
  await assignJob(cast.admin, work!.id, next.id)
  expect(await jobVisibleTo(next, work!.id)).toMatchObject(tenant)
  expect(await read(next)).toContain('Winifred')
})

test('no e-mail but that to who gets the job tells of them', async () => {
  const { job } = await handedOn()
  const mails = await db.query.emailNotifications.findMany({ where: (row, { eq }) => eq(row.jobId, job.id) })
  const others = mails.filter(({ emailType }) => emailType !== 'job_assigned')
  expect(others.map(({ emailType }) => emailType)).toContain('job_withdrawn')
  for (const { content } of others) expect(JSON.stringify(content)).not.toContain('Winifred')
})

test('a trade is one of the list, by form, call and edit, and is shown by its label', async () => {
  const { agent, admin, contractor } = await aCast()
  const [olivia, ada] = [await signedInAs(agent), await signedInAs(admin)]
  const wrong = { contractorType: 'sorcery' }
  expect((await olivia.post('/api/jobs', { ...jobInput(), ...wrong })).status).toBe(422)
  const refused = await olivia.submit('/create-job', { ...(jobInput() as Record<string, string>), ...wrong, ...tenant })
  const text = await refused.text()
  expect([refused.status, text.includes('Please choose one of the list')]).toEqual([422, true])
  expect(text).toContain('<details class="more-detail" open="">')
  expect(text).toContain('value="Winifred Quill"')
  const { id } = await createJob(agent, jobInput({ contractorType: 'heating_gas' }))
  expect(await (await olivia.get(`/jobs/${id}`)).text()).toContain('Heating and gas')
  expect(await (await ada.get('/api/jobs/export.csv')).text()).toContain('Heating and gas')
  expect((await ada.patch(`/api/jobs/${id}`, wrong)).status).toBe(422)
  const changed = await ada.patch(`/api/jobs/${id}`, { contractorType: '', ...tenant })
  expect(await changed.json()).toMatchObject({ contractorType: null, ...tenant })
  await assignJob(admin, id, contractor.id)
  await complete(contractor, id, withQuote())
  expect(await (await olivia.get('/create-job')).text()).toContain('<details class="more-detail">')
})
