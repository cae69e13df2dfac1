import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { accountEvents, emailNotifications, jobEvents, jobs, users } from '#db/schema.ts'
import { deleteAccount, setRole } from '#src/accounts/actions.ts'
import { editAccount } from '#src/accounts/admin/edit.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob } from '#tests/support/world.ts'
import { columns, erased, found } from './erased.ts'

const FORMER = {
  firstName: 'Xanthippa',
  lastName: 'Quillfeather',
  email: 'xanthippa@quillfeather.example',
  phone: '07700 900789',
  company: 'Zephyrine Works',
}
const NOW = { email: 'x.new@elsewhere.example', phone: '020 7946 0444', lastName: 'Ng', company: '', vatNumber: 'GB42' }
const KNOWN = /quillfeather|900 ?789|zephyrine|GB42|elsewhere|7946 ?0444/i

async function aMovedContractor() {
  const cast = await aCast()
  const contractor = await aContractor(FORMER)
  const job = await aJob({ ...cast, contractor }, 'assigned')
  await editAccount(cast.admin, contractor.id, NOW)
  return { cast, contractor, job }
}

test('what an account was known by before it was changed is erased too', async () => {
  const { cast, contractor } = await aMovedContractor()
  const other = await aJob(cast, 'assigned')
  const text = 'Xanthippa Quillfeather has the key: 07700900789 or xanthippa@quillfeather.example'
  await writeMessage(cast.agent, other.id, { text })
  await deleteAccount(cast.admin, contractor.id, 'contractor')
  await erased(cast, contractor.id)
  expect(await found(await columns(), KNOWN)).toEqual([])
  const ada = await signedInAs(cast.admin)
  const events = await (await ada.get(`/api/accounts/${contractor.id}/events`)).text()
  expect(events).toContain('edited')
  expect(events).not.toMatch(KNOWN)
})

test('the history of an erased account says which role it had, and no other detail', async () => {
  const { cast, contractor } = await aMovedContractor()
  await deleteAccount(cast.admin, contractor.id, 'contractor')
  const waiting = await aContractor()
  await db.update(users).set({ role: null }).where(eq(users.id, waiting.id))
  await setRole(cast.admin, waiting.id, 'contractor')
  await deleteAccount(cast.admin, waiting.id, 'contractor')
  for (const { id } of [contractor, waiting]) await erased(cast, id)
  const details = async (id: string) =>
    (await db.select().from(accountEvents).where(eq(accountEvents.userId, id)).orderBy(accountEvents.id)).map(
      ({ detail }) => detail,
    )
  expect(await details(contractor.id)).toEqual([null, null])
  expect(await details(waiting.id)).toEqual([{ 'before.role': '', 'after.role': 'contractor' }, null])
})

test('what waits to be sent to a former address is deleted', async () => {
  const { cast, contractor } = await aMovedContractor()
  await deleteAccount(cast.admin, contractor.id, 'contractor')
  const to = () => db.select().from(emailNotifications).where(eq(emailNotifications.contractorEmail, FORMER.email))
  expect((await to()).map(({ emailType }) => emailType)).toContain('address_changed')
  await erased(cast, contractor.id)
  expect(await to()).toEqual([])
})

test('a tenant’s name and number of before a correction are erased with the tenant', async () => {
  const cast = await aCast()
  const wrong = { tenantName: 'Xanthippa Quillfeather', tenantPhone: '07700 900789' }
  const job = await aJob(cast, 'assigned', { job: wrong })
  await editJob(cast.admin, job.id, { tenantName: 'Xanthippa Ng', tenantPhone: '020 7946 0444' })
  await db.update(jobs).set({ status: 'cancelled' }).where(eq(jobs.id, job.id))
  await erased(cast, `tenant.${job.id}`)
  expect(await found(await columns(), KNOWN)).toEqual([])
  const [edit] = await db.select().from(jobEvents).where(eq(jobEvents.event, 'edited'))
  expect(edit?.detail).toMatchObject({ 'before.tenantName': 'Former tenant', 'before.tenantPhone': 'Former tenant' })
})
