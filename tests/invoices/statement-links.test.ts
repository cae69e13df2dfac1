import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { agencies, emailNotifications, links, users } from '#db/schema.ts'
import { today } from '#src/domain/dates.ts'
import { statementHref, statementId } from '#src/domain/invoice/statement.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { withSecret } from '#src/links/mailed.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, anAgent } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')
const period = today().slice(0, 7)
const agency = { kind: 'agency', subject: 'rightway lettings', period } as const

const invoiced = async (of = cast, fee = 4250) => {
  const { visits } = await aJob(of, 'completed')
  return markVisitInvoiced(cast.admin, visits[0]!.id, fee)
}
const mails = () => db.select().from(emailNotifications).where(eq(emailNotifications.emailType, 'statement_sent'))
const linkIn = async (index = 0) => withSecret((await mails())[index]!.content).path
const send = (email: string, of: Parameters<typeof statementHref>[0] = agency) =>
  ada.submit(`/statements/${encodeURIComponent(statementId(of))}/send`, { email, period: of.period })

describe('a link to a statement', () => {
  test('shows to a stranger the page that its sender has, and no way further', async () => {
    const invoice = await invoiced()
    const answer = await send('accounts@rightway.example')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, statementHref(agency)])
    const [mail] = await mails()
    expect(mail).toMatchObject({ contractorEmail: 'accounts@rightway.example', jobId: null })
    expect(mail!.content).toMatchObject({ propertyName: 'Rightway Lettings', quoteAmount: '£42.50', by: 'Ada King' })
    const path = await linkIn()
    const shown = await stranger.get(path)
    const html = await shown.text()
    expect(shown.status).toBe(200)
    for (const words of [invoice.invoiceNumber, '£42.50', 'Rightway Lettings']) expect(html).toContain(words)
    expect(html).not.toMatch(/href="\/(invoices|statements)|<script|<form/)
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer')
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect((await stranger.get(path)).status).toBe(200)
  })

  test('works for 30 days, and says so afterwards', async () => {
    await invoiced()
    await send('accounts@rightway.example')
    const [link] = await db.select().from(links).where(eq(links.purpose, 'statement'))
    expect(Math.round((link!.expiresAt!.getTime() - link!.createdAt.getTime()) / 86_400_000)).toBe(30)
    await db.update(links).set({ expiresAt: new Date(Date.now() - 1000) })
    const ended = await stranger.get(await linkIn())
    expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining('it worked for 30 days')])
  })

  test('ends with the account that made it, and opens nothing that its maker may not read', async () => {
    await invoiced()
    const agent = await signedInAs(cast.agent)
    await agent.submit(`/statements/${encodeURIComponent(statementId(agency))}/send`, { email: 'a@b.example', period })
    const path = await linkIn()
    // It has what its maker may read: the office has sent none.
    expect(await (await ada.get(`/admin/statements?period=${period}`)).text()).not.toContain('<time')
    expect((await stranger.get(path)).status).toBe(200)
    const colleague = { ...cast, agent: await anAgent({ firstName: 'Ben' }) }
    const other = await invoiced(colleague)
    expect(await (await stranger.get(path)).text()).not.toContain(other.invoiceNumber)
    await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, cast.agent.id))
    expect((await stranger.get(path)).status).toBe(410)
    expect((await stranger.get('/statement/nothing')).status).toBe(410)
  })

  test('goes to no wrong address, once by a form, and from an agent not without end', async () => {
    await invoiced()
    const wrong = await send('accounts')
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('Please give an e-mail address')])
    const path = `/statements/${encodeURIComponent(statementId(agency))}/send`
    const form = { email: 'accounts@rightway.example', period, formKey: crypto.randomUUID() }
    for (const _ of [1, 2]) expect((await ada.submit(path, form)).status).toBe(303)
    expect(await mails()).toHaveLength(1)
    const agent = await signedInAs(cast.agent)
    for (let sent = 0; sent < 50; sent++)
      expect((await agent.submit(path, { email: 'a@b.example', period })).status).toBe(303)
    const last = await agent.submit(path, { email: 'a@b.example', period })
    expect([last.status, await last.text()]).toEqual([409, expect.stringContaining('fifty statements')])
  })
})

describe('many statements of a month', () => {
  test('go at once to the ticked, each to its address; who has none is told', async () => {
    const dora = await aContractor({ firstName: 'Dora', email: null, username: 'dora', company: null })
    await invoiced()
    await invoiced({ ...cast, contractor: dora })
    const page = await (await ada.get('/admin/statements')).text()
    expect(page.match(/data-tick=""/g)).toHaveLength(2)
    expect(page).toContain('No address')
    const ids = [`contractor.${cast.contractor.id}`, 'agency.rightway lettings', `contractor.${dora.id}`]
    const answer = await ada.submit('/admin/statements/send', { period, id: ids })
    expect(await answer.text()).toMatch(/1 was not sent.*No e-mail address is known/s)
    expect((await mails()).map(({ contractorEmail }) => contractorEmail).sort()).toEqual(
      [cast.contractor.email!, cast.agent.email!].sort(),
    )
    const html = await (await stranger.get(await linkIn(0))).text()
    expect(html).toContain('£42.50')
    const after = await (await ada.get('/admin/statements')).text()
    expect(after.match(new RegExp(`<time dateTime="${today()}"`, 'gi'))).toHaveLength(2)
  })

  test('an agency’s go to the address that had its last', async () => {
    await invoiced()
    await send('accounts@rightway.example')
    expect(await db.select().from(agencies)).toMatchObject([
      { key: 'rightway lettings', name: 'Rightway Lettings', statementEmail: 'accounts@rightway.example' },
    ])
    expect(await (await ada.get('/admin/statements')).text()).toContain('accounts@rightway.example')
    expect((await ada.submit('/admin/statements/send', { period, id: 'agency.rightway lettings' })).status).toBe(303)
    expect((await mails()).map(({ contractorEmail }) => contractorEmail)).toEqual(
      Array(2).fill('accounts@rightway.example'),
    )
  })
})
