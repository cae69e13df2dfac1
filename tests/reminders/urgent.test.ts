import { expect, test } from 'bun:test'
import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, queuedWork, urgentMarks, urgentNotices, users } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { assignJob, createJob } from '#src/jobs/actions.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { claim } from '#src/queue/queue.ts'
import { notifyUrgent } from '#src/reminders/urgent.ts'
import { finish } from '#tests/queue/working.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, anAdmin, jobInput } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'

const urgent = (agent: Actor) => createJob(agent, jobInput({ urgency: 'high' }))

const to = ({ email }: Actor) =>
  db
    .select()
    .from(emailNotifications)
    .where(and(eq(emailNotifications.contractorEmail, email!), sql`email_type in ('job_urgent', 'jobs_urgent')`))
    .orderBy(emailNotifications.id)

/** Does what is due now, as a worker does. */
async function deliver() {
  for (const claimed of (await claim('urgent', 100, 60_000, [])).claims) {
    await notifyUrgent(claimed.subject)
    await finish(claimed)
  }
}

async function later(minutes: number) {
  const ago = sql`make_interval(mins => ${minutes})`
  await db.update(urgentMarks).set({ toldAt: sql`told_at - ${ago}` })
  await db.update(queuedWork).set({ runAt: sql`run_at - ${ago}` })
}

test('the first urgent job is told at once, those of the next five minutes are one e-mail to each administrator', async () => {
  const cast = await aCast()
  const second = await anAdmin()
  const agent = await signedInAs(cast.agent)
  for (let raised = 0; raised < 30; raised++)
    expect((await agent.post('/api/jobs', jobInput({ urgency: 'high' }))).status).toBe(201)
  await deliver()
  for (const admin of [cast.admin, second])
    expect((await to(admin)).map(({ emailType }) => emailType)).toEqual(['job_urgent'])
  await later(5)
  await deliver()
  for (const admin of [cast.admin, second]) {
    const sent = await to(admin)
    expect(sent.map(({ emailType }) => emailType)).toEqual(['job_urgent', 'jobs_urgent'])
    expect((await (await signedInAs(admin)).get(sent[1]!.content.path)).status).toBe(200)
    const { subject, text, html } = composeEmail('jobs_urgent', sent[1]!.content, 'https://fettle.example')
    expect(subject).toBe('URGENT: please assign 29 urgent jobs')
    expect(text.match(/JOB-\d{6}/g)).toHaveLength(20)
    expect(text).toContain('And 9 more')
    expect(html).toContain('https://fettle.example/admin/jobs?status=pending&amp;urgency=high')
  }
  await later(5)
  await deliver()
  expect(await to(second)).toHaveLength(2)
  expect(await db.$count(urgentNotices)).toBe(0)
}, 60_000)

test('raised at the same moment, one is told at once and each of the others once', async () => {
  const cast = await aCast()
  await Promise.all(Array.from({ length: 12 }, () => urgent(cast.agent)))
  expect(await to(cast.admin)).toHaveLength(1)
  await later(5)
  await deliver()
  const [first, rest] = await to(cast.admin)
  expect(rest!.content.waiting!.count).toBe(11)
  expect(JSON.stringify(rest!.content.waiting!.lines)).not.toContain(first!.content.jobRef)
})

test('only what nobody has yet is told; one alone has all its details', async () => {
  const cast = await aCast()
  const contractor = await aContractor()
  await urgent(cast.agent)
  const [one, two, three] = [await urgent(cast.agent), await urgent(cast.agent), await urgent(cast.agent)]
  await assignJob(cast.admin, one.id, contractor.id)
  await editJob(cast.agent, three.id, { urgency: 'low' })
  await later(5)
  await deliver()
  const sent = await to(cast.admin)
  expect(sent.map(({ emailType, content }) => [emailType, content.jobRef])[1]).toEqual(['job_urgent', two.jobRef])
  expect(sent).toHaveLength(2)
})

test('administrators without reminders, or marked by a clock years ahead, get urgent e-mails too', async () => {
  const cast = await aCast()
  const quiet = await anAdmin()
  await db.update(users).set({ reminders: false }).where(eq(users.id, quiet.id))
  await urgent(cast.agent)
  await db.update(urgentMarks).set({ toldAt: sql`now() + interval '10 years'` })
  await urgent(cast.agent)
  expect(await to(quiet)).toHaveLength(0)
  expect(await to(cast.admin)).toHaveLength(2)
})

test('fifteen thousand urgent jobs that come at once are one e-mail with twenty of them', async () => {
  const cast = await aCast()
  await urgent(cast.agent)
  await urgent(cast.agent)
  const insertJobs = (name: string, count: number, status: string, urgency: string) =>
    db.execute(sql`insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, urgency, status) select gen_random_uuid(), ${name} || n, ${cast.agent.id}, 'O', 'R',
      'Rose', 'Lane', 'Broken', ${urgency}, ${status} from generate_series(1, ${count}::int) n`)
  // The database's statistics are from before they came, and say that nothing waits.
  await insertJobs('Y-', 3000, 'completed', 'low')
  await db.execute(sql`analyze jobs, urgent_notices`)
  for (let part = 0; part < 15; part++) await insertJobs(`X-${part}-`, 1000, 'pending', 'high')
  await db.execute(
    sql`insert into urgent_notices select ${cast.admin.id}, id from jobs where status = 'pending' on conflict do nothing`,
  )
  await db.execute(
    sql`delete from urgent_notices where job_id = (select min(id::text)::uuid from jobs where job_ref like 'JOB-%')`,
  )
  await later(5)
  await deliver()
  const { content } = (await to(cast.admin))[1]!
  expect([content.waiting!.lines.length, content.waiting!.count]).toEqual([20, 15_001])
  expect(composeEmail('jobs_urgent', content, 'https://fettle.example').html.length).toBeLessThan(100_000)
}, 60_000)
