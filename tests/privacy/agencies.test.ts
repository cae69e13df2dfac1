import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { agencies, certificateExcuses, certificateJobs, certificates, invoices, jobs, listViews } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { agencyKeyOf } from '#src/domain/invoice/invoice.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { remindAgencies } from '#src/invoices/paid/reminders.ts'
import { addressesFor } from '#src/invoices/statements/addresses.ts'
import { createView } from '#src/list-views/actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, anAgent, jobInput } from '#tests/support/world.ts'
import { erased } from './erased.ts'

const COMPANY = 'Xanthippa Quillfeather Lettings'
const ADDRESS = 'c/o Xanthippa Quillfeather, 14 High Street, Guildford GU1 4AB'

async function anAgency() {
  const leaving = await anAgent({ firstName: 'Xanthippa', lastName: 'Quillfeather', company: COMPANY })
  const cast = { ...(await aCast()), agent: leaving }
  const job = await aJob(cast, 'completed', { job: { propertyAddress: ADDRESS, estateAgency: COMPANY } })
  const place = { agencyKey: COMPANY.toLowerCase(), propertyKey: propertyKeyOf(ADDRESS)!, kind: 'epc' } as const
  const property = { propertyName: 'High Street', propertyAddress: ADDRESS }
  await db
    .insert(certificates)
    .values({ ...place, ...property, agency: COMPANY, doneOn: '2026-03-04', endsOn: '2036-03-04' })
  await db.insert(certificateExcuses).values({ ...place, kind: 'gas_safety', excuse: 'not_here' })
  await db.insert(agencies).values({ key: COMPANY.toLowerCase(), name: COMPANY, visitFee: 50 })
  const bill = { type: 'contractor_visit', amount: 60, contractorName: 'Carl', description: 'Visit' } as const
  await db.insert(invoices).values({ ...bill, jobId: job.id, invoiceNumber: 'INV-000001', propertyAddress: ADDRESS })
  return { cast, leaving, job }
}

test('an agency that is named after an erased agent stays as it is for its other agents, and on invoices', async () => {
  const { cast, leaving } = await anAgency()
  const colleague = await signedInAs(await anAgent({ company: COMPANY }))
  const view = await createView(cast.admin, {
    list: 'jobs',
    name: 'Theirs',
    query: new URLSearchParams({ agency: COMPANY }).toString(),
  })
  await deleteAccount(cast.admin, leaving.id, 'estate_agent')
  await erased(cast, leaving.id)
  const read = await (await colleague.get('/api/certificates')).json()
  expect(read).toMatchObject([{ agency: COMPANY }])
  expect(await db.select().from(agencies)).toMatchObject([{ key: COMPANY.toLowerCase(), name: COMPANY }])
  expect(await db.select().from(jobs)).toMatchObject([{ estateAgency: COMPANY }])
  expect(await db.select().from(invoices)).toMatchObject([{ agency: COMPANY }])
  expect(await db.select().from(listViews)).toMatchObject([{ id: view.id, query: view.query }])
})

test('an agency of nobody else is reminded where it asked to be, as long as it owes an invoice', async () => {
  const { cast, leaving } = await anAgency()
  await db.update(agencies).set({ statementEmail: 'accounts@elsewhere.example' })
  await db.update(invoices).set({ dueOn: '2026-03-20' })
  await deleteAccount(cast.admin, leaving.id, 'estate_agent')
  await erased(cast, leaving.id)
  expect(await remindAgencies('2026-04-20', 'weekly')).toBe(1)
})

test('the agency of an erased agent, to whom its last statement went, has a colleague’s address', async () => {
  const { cast, leaving } = await anAgency()
  const colleague = await anAgent({ company: COMPANY })
  await db.update(agencies).set({ statementEmail: leaving.email!.toUpperCase() })
  await deleteAccount(cast.admin, leaving.id, 'estate_agent')
  await erased(cast, leaving.id)
  const key = COMPANY.toLowerCase()
  expect(await addressesFor('agency', [key])).toEqual(new Map([[key, colleague.email!]]))
})

test('keys fit the agency and the address that are left once nobody else has the name', async () => {
  const { cast, leaving } = await anAgency()
  await db.update(invoices).set({ paidOn: '2026-03-20' })
  await deleteAccount(cast.admin, leaving.id, 'estate_agent')
  await erased(cast, leaving.id)
  const [agency, address] = ['Former agent 1 Lettings', 'c/o Former agent 1, 14 High Street, Guildford GU1 4AB']
  const keys = { agencyKey: agencyKeyOf(agency), propertyKey: propertyKeyOf(address)! }
  expect(await db.select().from(certificates)).toMatchObject([{ agency, propertyAddress: address, ...keys }])
  expect(await db.select().from(certificateExcuses)).toMatchObject([keys])
  expect(await db.select().from(agencies)).toMatchObject([{ key: keys.agencyKey, name: agency }])
  for (const table of [jobs, invoices])
    expect(await db.select().from(table)).toMatchObject([{ propertyAddress: address, propertyKey: keys.propertyKey }])
})

test('what has one key once nobody is named in it any more becomes one', async () => {
  const { cast, leaving } = await anAgency()
  const [company, address] = [COMPANY, ADDRESS].map((text) =>
    text.replace('Xanthippa Quillfeather', 'Quillfeather Xanthippa'),
  )
  const place = { agencyKey: company!.toLowerCase(), propertyKey: propertyKeyOf(address!)! }
  const [[first], [job]] = [await db.select().from(certificateExcuses), await db.select().from(jobs)]
  const { agencyKey, propertyKey, kind } = first!
  await db.insert(agencies).values({ key: place.agencyKey, name: company!, visitFee: 60 })
  await db.update(jobs).set({ propertyAddress: address!, propertyKey: place.propertyKey }).where(eq(jobs.id, job!.id))
  const places = [{ agencyKey, propertyKey }, { ...place, propertyKey }, { ...place, agencyKey }, place]
  await db
    .insert(certificateExcuses)
    .values(places.slice(1).map((at) => ({ ...at, kind, excuse: 'not_here' as const })))
  const raised = { kind, purpose: 'renewal', endsOn: '2026-12-01' } as const
  await db.insert(certificateJobs).values(places.map((at) => ({ ...at, ...raised })))
  await db.update(invoices).set({ paidOn: '2026-03-20' })
  await deleteAccount(cast.admin, leaving.id, 'estate_agent')
  await erased(cast, leaving.id)
  const [agency, left] = ['Former agent 1 Lettings', 'c/o Former agent 1, 14 High Street, Guildford GU1 4AB']
  const keys = { agencyKey: agencyKeyOf(agency), propertyKey: propertyKeyOf(left)! }
  expect(await db.select().from(agencies)).toMatchObject([{ key: keys.agencyKey, name: agency }])
  expect(await db.select().from(certificateExcuses)).toMatchObject([keys])
  expect(await db.select().from(certificateJobs)).toMatchObject([{ ...keys, ...raised }])
})

test('a property whose address does not name who is erased keeps its key, whatever else of its row does', async () => {
  const { cast, leaving, job } = await anAgency()
  const key = propertyKeyOf(jobInput().propertyAddress)!
  await db
    .update(certificates)
    .set({ propertyKey: key, propertyAddress: '3 Church Row, Guildford GU1 4AB', doneBy: 'Xanthippa Quillfeather' })
  const other = await aJob(await aCast())
  await deleteAccount(cast.admin, leaving.id, 'estate_agent')
  await erased(cast, leaving.id)
  expect((await db.select().from(certificates))[0]).toMatchObject({ propertyKey: key, doneBy: 'Former agent 1' })
  const kept = await db.select().from(jobs)
  expect(kept.map(({ id, propertyKey }) => [id, propertyKey === key])).toEqual(
    expect.arrayContaining([
      [job.id, false],
      [other.id, true],
    ]),
  )
})
