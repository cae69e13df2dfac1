import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications } from '#db/schema.ts'
import type { EmailType } from '#src/domain/email/kinds.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { endJobLink, shareJob } from '#src/outsiders/links.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob } from '#tests/support/world.ts'

const TENANT = 'tom@home.example'
const mails = (kind: EmailType) => db.select().from(emailNotifications).where(eq(emailNotifications.emailType, kind))

test('of a job twenty are made within an hour, also when each is ended again', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'assigned')
  for (let made = 0; made < 20; made++)
    await endJobLink(
      cast.agent,
      (await shareJob(cast.agent, id, { purpose: 'follow_job', email: `${made}@a.example` })).id,
    )
  const agent = await signedInAs(cast.agent)
  const last = await agent.post(`/api/jobs/${id}/links`, { purpose: 'follow_job', email: TENANT })
  const sentence = 'A job gets at most 20 links within an hour. Please make the others later.'
  expect([last.status, (await last.json()).message]).toEqual([409, sentence])
  expect(await mails('repair_shared')).toHaveLength(20)
})

test('an agent makes fifty within an hour over all jobs, also when each job is deleted again', async () => {
  const cast = await aCast()
  const job = (status: 'pending' | 'quote_pending') => aJob(cast, status)
  for (let made = 0; made < 50; made += 10) {
    const { id } = await job('pending')
    for (let one = 0; one < 10; one++) await shareJob(cast.agent, id, { purpose: 'follow_job' })
    await deleteJob(cast.agent, id)
  }
  const agent = await signedInAs(cast.agent)
  const share = async (id: string, sent: object) => (await agent.post(`/api/jobs/${id}/links`, sent)).json()
  const message = 'You have made fifty links within an hour. Please make the others later.'
  expect(await share((await job('pending')).id, { purpose: 'follow_job', email: TENANT })).toMatchObject({ message })
  const quoted = await job('quote_pending')
  expect(await share(quoted.id, { purpose: 'landlord', email: TENANT })).toMatchObject({ message })
  const asked = await agent.submit(`/quotes/${quoted.quotes[0]!.id}/landlord`, { email: TENANT })
  expect([asked.status, await asked.text()]).toEqual([409, expect.stringContaining(message)])
  expect([await mails('repair_shared'), await mails('landlord_asked')]).toEqual([[], []])
})

test('an address gets five links of an agent within an hour, whatever the job', async () => {
  const cast = await aCast()
  const share = async (email: string) => {
    const { id } = await aJob(cast, 'pending')
    return (await signedInAs(cast.agent)).post(`/api/jobs/${id}/links`, { purpose: 'follow_job', email })
  }
  for (let made = 0; made < 5; made++) expect((await share(TENANT)).status).toBe(201)
  const last = await share('TOM@home.example')
  const message = 'tom@home.example was sent five links within an hour. Please send the others later.'
  expect([last.status, await last.json()]).toEqual([409, expect.objectContaining({ message })])
  expect((await share('ann@home.example')).status).toBe(201)
})
