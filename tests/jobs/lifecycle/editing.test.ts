import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents, jobs, users } from '#db/schema.ts'
import { answerOf } from '#tests/api/shape.ts'
import { toastOf } from '#tests/checklist/reading.ts'
import { forgetNotified, lastMessage, notified, timeline } from '#tests/jobs/notified.ts'
import type { Client } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, jobInput, quoteWork } from '#tests/support/world.ts'

const versionOf = async (id: string) => (await db.query.users.findFirst({ where: eq(users.id, id) }))!.activityVersion
const rowOf = async (id: string) => (await db.query.jobs.findFirst({ where: eq(jobs.id, id) }))!
const details = async (id: string) =>
  (await db.select().from(jobEvents).where(eq(jobEvents.jobId, id)).orderBy(jobEvents.id)).flatMap(
    ({ event, actorId, detail }) => (event === 'edited' ? [{ actorId, detail }] : []),
  )

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')
const olivia = signedInOfEachTest(cast, 'agent')

test('an edit that changes nothing is none: no event, no new time, no message, and a success', async () => {
  const job = await aJob(cast)
  const before = [await rowOf(job.id), await versionOf(cast.agent.id)]
  const { accessNotes, ...rest } = jobInput()
  for (const change of [
    {},
    { propertyName: job.propertyName },
    jobInput(),
    { ...rest, accessNotes: ` ${accessNotes} ` },
  ]) {
    const answer = await ada.patch(`/api/jobs/${job.id}`, change)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id: job.id, updatedAt: job.updatedAt.toISOString() })
  }
  const sent = await ada.submit(`/admin/jobs/${job.id}/edit`, { ...rest, accessNotes: accessNotes! })
  expect(sent.status).toBe(303)
  expect(decodeURIComponent(sent.headers.get('set-cookie')!)).toContain('Nothing%20Changed')
  expect([await rowOf(job.id), await versionOf(cast.agent.id)]).toEqual(before)
  expect([await timeline(job.id), await notified()]).toEqual([['created: – > pending'], []])
})

test('emptied access notes are a change, once', async () => {
  const { id } = await aJob(cast)
  for (const accessNotes of ['', null, '']) await ada.patch(`/api/jobs/${id}`, { accessNotes })
  expect((await rowOf(id)).accessNotes).toBeNull()
  expect(await timeline(id)).toEqual(['created: – > pending', 'edited'])
  expect(await details(id)).toEqual([
    {
      actorId: cast.admin.id,
      detail: { 'before.accessNotes': 'Key at the office', 'after.accessNotes': '' },
    },
  ])
})

describe('what the estate agent corrects in a job that is assigned', () => {
  const change = { propertyAddress: '21 Mill Lane\nGuildford GU1 3XY', urgency: 'high', accessNotes: '' }

  test('is told to the contractor in plain text, and kept with before and after of each field', async () => {
    const { id } = await aJob(cast, 'assigned')
    await forgetNotified()
    const { status, body } = await answerOf(
      olivia.patch(`/api/jobs/${id}`, { ...change, propertyName: 'Rose Cottage' }),
    )
    expect([status, body]).toMatchObject([200, { ...change, accessNotes: null }])
    expect(await notified()).toEqual([`job_changed → ${cast.contractor.email}`])
    expect((await lastMessage()).content).toMatchObject({
      propertyAddress: change.propertyAddress,
      changes: [
        'Property Address: 12 Mill Lane, Guildford GU1 3XY → 21 Mill Lane, Guildford GU1 3XY',
        'Access Notes: Key at the office → none',
        'Urgency: Medium → High',
      ].join('\n'),
    })
    expect(await details(id)).toEqual([
      {
        actorId: cast.agent.id,
        detail: {
          'before.propertyAddress': '12 Mill Lane, Guildford GU1 3XY',
          'after.propertyAddress': change.propertyAddress,
          ...{ 'before.urgency': 'medium', 'after.urgency': 'high' },
          ...{ 'before.accessNotes': 'Key at the office', 'after.accessNotes': '' },
        },
      },
    ])
    for (const page of [olivia.get(`/jobs/${id}`), ada.get(`/admin/jobs/${id}`)])
      expect(await (await page).text()).toContain('Urgency: Medium → High')
  })

  test('is said to have reached nobody where they have no e-mail address', async () => {
    const { id } = await aJob(cast, 'assigned')
    await db.update(users).set({ email: null }).where(eq(users.id, cast.contractor.id))
    const said = 'Carl Mason has no e-mail address and must be told by phone: 07700 900123.'
    expect(await (await olivia.get(`/jobs/${id}/edit`)).text()).toContain('must be told by phone: 07700 900123.')
    expect((await answerOf(olivia.patch(`/api/jobs/${id}`, { urgency: 'low' }))).body.message).toBe(said)
    expect(await toastOf(olivia.submit(`/jobs/${id}/edit`, { urgency: 'high' }))).toEndWith(said)
  })
})

describe('an approved job', () => {
  test('is edited with its unfinished quote work, whose contractor is told once', async () => {
    const { parent, work } = await quoteWork(cast)
    await forgetNotified()
    expect((await ada.patch(`/api/jobs/${parent.id}`, { propertyAddress: '21 Mill Lane' })).status).toBe(200)
    for (const id of [parent.id, work.id]) {
      expect((await rowOf(id)).propertyAddress).toBe('21 Mill Lane')
      expect(await details(id)).toHaveLength(1)
    }
    expect(await notified()).toEqual([`job_changed → ${cast.contractor.email}`])
    expect((await lastMessage()).content).toMatchObject({ jobRef: work.jobRef, path: `/jobs/${work.id}` })
  })

  test('keeps what only its quote work was given, and the reverse', async () => {
    const { parent, work } = await quoteWork(cast)
    await olivia.patch(`/api/jobs/${work.id}`, { accessNotes: 'Ring twice' })
    await ada.patch(`/api/jobs/${parent.id}`, { propertyName: 'Ivy House' })
    expect(await rowOf(work.id)).toMatchObject({ accessNotes: 'Ring twice', propertyName: 'Ivy House' })
    expect(await rowOf(parent.id)).toMatchObject({ accessNotes: 'Key at the office', propertyName: 'Ivy House' })
  })
})

describe('the form of an edit', () => {
  /** What a browser sends of a form: all that it showed, and what was typed since. */
  async function opened(client: Client, path: string): Promise<Record<string, string>> {
    const html = await (await client.get(path)).text()
    const form = html.slice(html.indexOf(`action="${path}"`))
    const inputs = [...form.matchAll(/<input type="(?:text|hidden)"[^>]*>/g)].map(([input]) => input)
    const named = inputs.map((input) => [/name="([^"]*)"/.exec(input)![1]!, /value="([^"]*)"/.exec(input)?.[1] ?? ''])
    const areas = [...form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)</g)].map(([, name, text]) => [
      name,
      text,
    ])
    const urgency = /<option value="(\w+)" selected/.exec(form)![1]
    return { ...Object.fromEntries(named), ...Object.fromEntries(areas), urgency }
  }

  test('that was opened before another’s edit undoes nothing of it', async () => {
    const { id } = await aJob(cast, 'assigned')
    const form = await opened(ada, `/admin/jobs/${id}/edit`)
    await olivia.patch(`/api/jobs/${id}`, { propertyAddress: '21 Mill Lane\r\nGuildford' })
    expect((await ada.submit(`/admin/jobs/${id}/edit`, { ...form, accessNotes: 'Ring twice' })).status).toBe(303)
    expect(await rowOf(id)).toMatchObject({ propertyAddress: '21 Mill Lane\nGuildford', accessNotes: 'Ring twice' })
  })

  test('keeps that through a refusal, and lets a field be emptied', async () => {
    const { id } = await aJob(cast, 'assigned')
    const path = `/jobs/${id}/edit`
    const form = await opened(olivia, path)
    const refused = await olivia.submit(path, { ...form, propertyName: '' })
    expect(refused.status).toBe(422)
    const again = await refused.text()
    for (const [name, mark] of Object.entries(form))
      if (name.startsWith('shown.')) expect(again).toContain(`name="${name}" value="${mark}"`)
    await ada.patch(`/api/jobs/${id}`, { urgency: 'low' })
    expect((await olivia.submit(path, { ...form, accessNotes: '' })).status).toBe(303)
    expect(await rowOf(id)).toMatchObject({ urgency: 'low', accessNotes: null, propertyName: 'Rose Cottage' })
  })

  test('by htmx closes the dialog before the list that it stands in, and elsewhere leads to the job', async () => {
    const { id } = await aJob(cast, 'assigned')
    const send = (back: string, propertyName: string) =>
      olivia.htmx(`/jobs/${id}/edit`, { method: 'POST', form: { propertyName, back } })
    const behind = { headers: { 'hx-current-url': 'http://localhost/jobs?search=house' } }
    const edit = `/jobs/${id}/edit?back=${encodeURIComponent('/jobs?search=house')}`
    expect(await (await olivia.htmx(`/jobs/${id}`, behind)).text()).toContain(`href="${edit}"`)
    expect(await (await olivia.htmx(edit)).text()).toContain('name="back" value="/jobs?search=house"')
    const inList = await send('/jobs?search=house', 'Ivy House')
    expect(JSON.parse(inList.headers.get('hx-trigger')!)).toMatchObject({
      closeDialog: {},
      toast: { title: 'Job Updated' },
    })
    expect(await inList.text()).toContain('hx-target="#jobs"')
    for (const elsewhere of ['', '/profile'])
      expect((await send(elsewhere, `Elm House ${elsewhere}`)).headers.get('hx-redirect')).toBe(`/jobs/${id}`)
  })
})
