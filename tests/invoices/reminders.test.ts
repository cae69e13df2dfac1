import { expect, onTestFinished, test } from 'bun:test'
import { desc, eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { agencies, emailNotifications, invoices, users } from '#db/schema.ts'
import { daysLater } from '#src/domain/dates.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { markPaid } from '#src/invoices/paid/actions.ts'
import { remindAgencies } from '#src/invoices/paid/reminders.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { aJob, anAgent } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'

const DAY = '2027-03-08'

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')

async function late(dueOn = daysLater(DAY, -3)) {
  const { visits } = await aJob(cast, 'completed')
  const invoice = await markVisitInvoiced(cast.admin, visits[0]!.id)
  await db.update(invoices).set({ dueOn, agency: 'Rightway Lettings' }).where(eq(invoices.id, invoice.id))
  return invoice
}

const withAddress = () =>
  db
    .update(users)
    .set({ company: 'Rightway Lettings', email: 'olivia@rightway.example' })
    .where(eq(users.id, cast.agent.id))

const sent = async () =>
  (await db.select().from(emailNotifications)).filter(({ emailType }) => emailType === 'invoices_late')

test('an agency is reminded of its late invoices once a week, and not of those that are paid or not yet due', async () => {
  await withAddress()
  const [first, paid] = [await late(), await late()]
  await late(DAY)
  await markPaid(cast.admin, paid.id, { paidOn: '2026-03-31', paidBy: 'card' })
  expect(await remindAgencies(DAY, 'weekly')).toBe(1)
  expect(await remindAgencies(daysLater(DAY, 6), 'weekly')).toBe(0)
  const [email] = await sent()
  const { html, text } = composeEmail('invoices_late', email!.content, 'https://fettle.example')
  expect(text).toContain(`${first.invoiceNumber}, £60.00, due 05/03/2027`)
  for (const words of [html, text]) {
    expect(words).not.toContain(paid.invoiceNumber)
    expect(words).not.toMatch(/undefined|null|\[object|NaN/)
    expect(words).toContain('/invoices?state=late')
  }
  expect((await agent.get('/invoices?state=late')).status).toBe(200)
  expect(await remindAgencies(daysLater(DAY, 7), 'weekly')).toBe(1)
  expect(await sent()).toHaveLength(2)
})

test('the letter leads to the invoices whoever sees all of them there, and others to the office', async () => {
  await withAddress()
  const { id } = await late()
  const colleague = await anAgent({ company: 'Rightway Lettings' })
  let week = 0
  const last = async (to?: string) => {
    if (to) await db.update(agencies).set({ statementEmail: to })
    await remindAgencies(daysLater(DAY, 7 * week++), 'weekly')
    const letters = eq(emailNotifications.emailType, 'invoices_late')
    const [newest] = await db.select().from(emailNotifications).where(letters).orderBy(desc(emailNotifications.id))
    const { html, text } = composeEmail('invoices_late', newest!.content, 'https://fettle.example')
    const isLed = text.includes('/invoices?state=late')
    for (const words of [html, text])
      expect([words.includes('/invoices?state=late'), words.includes('To see them, ask the office')]).toEqual([
        ...[isLed, !isLed],
      ])
    return [newest!.contractorEmail, isLed]
  }
  expect(await last()).toEqual(['olivia@rightway.example', true])
  expect(await last('Olivia@Rightway.example')).toEqual(['Olivia@Rightway.example', true])
  expect(await last('accounts@rightway.example')).toEqual(['accounts@rightway.example', false])
  expect(await last(colleague.email!)).toEqual([colleague.email!, false])
  expect(await last(cast.admin.email!)).toEqual([cast.admin.email!, true])
  for (const agentId of [colleague.id, null]) {
    await late()
    await db.update(invoices).set({ agentId }).where(eq(invoices.id, id))
    expect(await last('olivia@rightway.example')).toEqual(['olivia@rightway.example', false])
  }
})

test('the letter is one sentence for one invoice and for several', async () => {
  await withAddress()
  await late()
  await remindAgencies(DAY, 'weekly')
  await late()
  await remindAgencies(daysLater(DAY, 7), 'weekly')
  const letters = (await sent()).map(
    ({ content }) => composeEmail('invoices_late', content, 'https://fettle.example').text,
  )
  expect(letters.map((text) => text.split('\n')[2]).sort()).toEqual([
    'Rightway Lettings still owes £120.00 for 2 invoices that should have been paid by now.',
    'Rightway Lettings still owes £60.00 for one invoice that should have been paid by now.',
  ])
})

test('of many late invoices the letter has the twenty that were due first, which are read alone', async () => {
  onTestFinished(dropBuilt)
  await new IndexBuilder().build()
  await withAddress()
  await db.execute(sql`
    insert into invoices (id, invoice_number, type, description, amount, contractor_name, property_address, agency, due_on)
    select gen_random_uuid(), 'INV-' || lpad(n::text, 6, '0'), 'contractor_visit', 'Call-out fee', 60, 'Carl Mason', 'Mill Lane',
      case when n % 2 = 0 then 'Rightway Lettings' else 'Agency ' || n % 20 end, date '2027-01-31' - n
    from generate_series(1, 4000) n`)
  await countTables()
  const plans = await plansOf('"invoices"', () => remindAgencies(DAY, 'weekly'))
  const [, lines] = plans[0]!.split('Limit')
  expect(lines).toContain('invoices_owed_by_agency_index')
  expect(lines).not.toContain('Sort')
  const { text } = composeEmail('invoices_late', (await sent())[0]!.content, 'https://fettle.example')
  expect(text).toContain('£120,000.00 for 2000 invoices')
  const numbers = [...text.matchAll(/INV-00([0-9]+), £60.00/g)].map(([, number]) => Number(number))
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => 4000 - 2 * n))
})

test('nobody is reminded unless INVOICE_REMINDERS says so, nor where no address is known', async () => {
  await withAddress()
  const { id } = await late()
  await db.update(invoices).set({ agency: 'Nobody Lettings' }).where(eq(invoices.id, id))
  expect(await remindAgencies(DAY, 'weekly')).toBe(0)
  await late()
  expect(await remindAgencies(DAY)).toBe(0)
  expect(await sent()).toEqual([])
})

test('a day that a clock ahead wrote stops no reminder', async () => {
  await withAddress()
  await late()
  expect(await remindAgencies(daysLater(DAY, 365), 'weekly')).toBe(1)
  expect(await remindAgencies(DAY, 'weekly')).toBe(1)
  expect(await remindAgencies(DAY, 'weekly')).toBe(0)
})

test('of fifty processes at once one reminds an agency', async () => {
  await withAddress()
  await late()
  const told = await Promise.all(Array.from({ length: 50 }, () => remindAgencies(DAY, 'weekly')))
  expect(told.reduce((all, one) => all + one, 0)).toBe(1)
  expect(await sent()).toHaveLength(1)
})
