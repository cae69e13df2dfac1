import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, links, users } from '#db/schema.ts'
import { certificateStanding } from '#src/domain/property/certificate/state.ts'
import { withSecret } from '#src/links/mailed.ts'
import { keepDocument } from '#src/photos/documents/keep.ts'
import { endCertificateLink, shareCertificates } from '#src/properties/certificates/by-link/sharing.ts'
import { setDocument } from '#src/properties/certificates/document.ts'
import { excuseCertificate } from '#src/properties/certificates/excuses.ts'
import { expireLink } from '#tests/links/by-link.ts'
import { pdf } from '#tests/photos/documents/pdfs.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { everything } from '#tests/support/database/everything.ts'
import { anAgent } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'
import { certify, ending, ROSE_COTTAGE } from './at-rose-cottage.ts'

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')
const admin = signedInOfEachTest(cast, 'admin')

const LORNA = 'lorna@landlords.example'
const PATH = `/properties/${ROSE_COTTAGE.key}/certificate-links`
const share = (client: Client, form: Record<string, string> = {}) => client.submit(PATH, form)
const mails = () => db.select().from(emailNotifications).where(eq(emailNotifications.emailType, 'certificates_shared'))
const mailedPath = async () => withSecret((await mails()).at(-1)!.content).path

/** The address of a link to copy, without its site. */
async function copied(client: Client, form?: Record<string, string>): Promise<string> {
  const made = await share(client, form)
  expect(made.status).toBe(201)
  return new URL(/<code>([^<]+)<\/code>/.exec(await made.text())![1]!).pathname
}

describe('a link to the certificates of a property', () => {
  test('shows a stranger each that is current, in plain words, and nothing of who did it', async () => {
    await certify(cast.agent, { ...ending(12), doneBy: 'Gus Flame', reference: 'GS-14' })
    await certify(cast.agent, { kind: 'epc', ...ending(-3), reference: 'EPC-9' })
    await certify(cast.agent, { kind: 'electrical', ...ending(300), unsatisfactory: true, remedyBy: ending(9).endsOn })
    await certify(cast.agent, { kind: 'alarms', ...ending(200), reference: 'OLD-1' })
    await certify(cast.agent, { kind: 'alarms', ...ending(300), reference: 'NEW-1' })
    await certify(cast.agent, { kind: 'legionella' })
    await excuseCertificate(cast.agent, ROSE_COTTAGE, { kind: 'legionella', excuse: 'not_here' })
    const answer = await share(agent, { email: 'Lorna@Landlords.example' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, PATH])
    const [mail] = await mails()
    expect(mail).toMatchObject({ contractorEmail: LORNA, jobId: null })
    const shown = await stranger.get(await mailedPath())
    const html = await shown.text()
    expect(shown.status).toBe(200)
    const words = ['12 Mill Lane', 'Rightway Lettings', 'Ends in 12 days', 'GS-14', 'Ended 3 days ago', 'EPC-9']
    for (const one of [...words, 'In force', 'NEW-1', 'Unsatisfactory', 'To be put right by'])
      expect(html).toContain(one)
    expect(html).not.toMatch(/Gus|OLD-1|Legionella|<script|<form|href="\/(certificates|properties|login)/)
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer')
    expect(shown.headers.get('cache-control')).toBe('no-store')
    const { html: letter, text } = composeEmail(
      'certificates_shared',
      withSecret(mail!.content),
      'https://fettle.example',
    )
    for (const one of [
      'Rose Cottage',
      'Rightway Lettings',
      'Gas safety: ends',
      'Energy performance (EPC): ended',
      await mailedPath(),
    ])
      for (const body of [letter, text]) expect(body).toContain(one)
    expect(`${letter} ${text}`).not.toMatch(/Gus|undefined|null/)
  })

  test('has the documents to download, of this property alone, as long as it works', async () => {
    const { id } = await certify(cast.agent)
    await setDocument(cast.agent, id, await keepDocument(cast.agent, pdf()))
    const elsewhere = { key: '9elmroadgu11xy', propertyName: 'Elm House', propertyAddress: '9 Elm Road, GU1 1XY' }
    const other = await certify(cast.agent, {}, elsewhere)
    await setDocument(cast.agent, other.id, await keepDocument(cast.agent, pdf()))
    const path = await copied(agent)
    const before = await everything()
    expect(await (await stranger.get(path)).text()).toContain(`href="${path}/document/${id}"`)
    expect((await stranger.send(`${path}/document/${id}`, { method: 'HEAD' })).status).toBe(200)
    const file = await stranger.get(`${path}/document/${id}`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="gas-safety-2026-05-01.pdf"')
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect(file.headers.get('referrer-policy')).toBe('no-referrer')
    expect(Buffer.from(await file.arrayBuffer()).equals(pdf())).toBe(true)
    expect((await stranger.get(`${path}/document/${other.id}`)).status).toBe(404)
    expect((await stranger.get(`/certificate/nothing/document/${id}`)).status).toBe(404)
    expect(await everything()).toEqual(before)
    const [link] = await db.select().from(links).where(eq(links.purpose, 'certificates'))
    expect(Math.round((link!.expiresAt!.getTime() - link!.createdAt.getTime()) / 86_400_000)).toBe(30)
    await expireLink(link!.id)
    expect((await stranger.get(`${path}/document/${id}`)).status).toBe(404)
    const ended = await stranger.get(path)
    expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining('it worked for 30 days')])
  })

  test('is listed and ended by every agent of the agency, and by administrators', async () => {
    await certify(cast.agent)
    const ben = await signedInAs(await anAgent({ firstName: 'Ben' }))
    for (const client of [ben, admin]) {
      const path = await copied(agent)
      const page = await (await client.get(PATH)).text()
      expect(page).toContain('Link to copy')
      const end = /action="(\/certificate-links\/[^"]+)"/.exec(page)![1]!
      expect((await client.submit(end, { back: PATH })).status).toBe(303)
      const ended = await stranger.get(path)
      expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining('ended by whoever made it')])
      expect((await client.submit(end, { back: PATH })).status).toBe(404)
    }
  })

  test('is another agency’s to neither make, see nor end; an administrator says whose they are', async () => {
    await certify(cast.agent, { reference: 'RIGHT-1' })
    const path = await copied(agent)
    const [link] = await db.select().from(links)
    const una = await anAgent({ firstName: 'Una', company: 'Upward Homes' })
    const upward = await signedInAs(una)
    expect((await share(upward)).status).toBe(404)
    expect((await upward.submit(`/certificate-links/${link!.id}/end`, { back: PATH })).status).toBe(404)
    await certify(una, { reference: 'UP-1' })
    expect(await (await upward.get(PATH)).text()).not.toContain('Link to copy')
    expect(await (await stranger.get(path)).text()).not.toContain('UP-1')
    const asked = await share(admin, { email: LORNA })
    expect([asked.status, await asked.text()]).toEqual([422, expect.stringContaining('Please choose the agency')])
    const theirs = await (await stranger.get(await copied(admin, { agency: 'upward homes' }))).text()
    expect([theirs.includes('UP-1'), theirs.includes('RIGHT-1')]).toEqual([true, false])
  })

  test('ends with its maker and with their agency, and opens nothing once there is nothing to show', async () => {
    const { id } = await certify(cast.agent)
    const path = await copied(agent)
    await agent.submit(`/certificates/${id}/delete`, { confirmed: 'yes' })
    expect((await stranger.get(path)).status).toBe(410)
    expect((await share(agent)).status).toBe(404)
    await certify(cast.admin, { agency: 'Rightway Lettings' })
    expect((await stranger.get(path)).status).toBe(200)
    const moved = (company: string) => db.update(users).set({ company }).where(eq(users.id, cast.agent.id))
    await moved('Upward Homes')
    expect((await stranger.get(path)).status).toBe(410)
    await moved('Rightway Lettings')
    await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, cast.agent.id))
    expect((await stranger.get(path)).status).toBe(410)
  })

  test('that has expired offers no new one when its maker may no longer send it', async () => {
    await certify(cast.agent)
    await share(agent, { email: LORNA })
    const path = await mailedPath()
    await expireLink((await db.select().from(links))[0]!.id)
    expect(await (await stranger.get(path)).text()).toContain(`action="${path}/again"`)
    await db.update(users).set({ company: 'Upward Homes' }).where(eq(users.id, cast.agent.id))
    expect(await (await stranger.get(path)).text()).not.toContain('/again')
    expect((await stranger.submit(`${path}/again`)).status).toBe(410)
    expect(await mails()).toHaveLength(1)
  })

  test('goes to no wrong address, once by a form, and not without end', async () => {
    await certify(cast.agent)
    const wrong = await share(agent, { email: 'lorna' })
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('Invalid email address')])
    const form = { email: LORNA, formKey: crypto.randomUUID() }
    for (const _ of [1, 2]) expect((await share(agent, form)).status).toBe(303)
    expect(await mails()).toHaveLength(1)
    for (let made = 1; made < 20; made++) expect((await share(agent, { email: LORNA })).status).toBe(303)
    const last = await share(agent, { email: LORNA })
    expect([last.status, await last.text()]).toEqual([409, expect.stringContaining('at most 20 links')])
  })

  test('is made fifty times within an hour, also when each is ended again', async () => {
    await certify(cast.agent)
    const of = { propertyKey: ROSE_COTTAGE.key, agencyKey: 'rightway lettings' }
    for (let made = 0; made < 50; made++) {
      const { id } = await shareCertificates(cast.agent, of, { email: LORNA })
      await endCertificateLink(cast.agent, id)
    }
    const last = await share(agent, { email: LORNA })
    expect([last.status, await last.text()]).toEqual([409, expect.stringContaining('fifty links within an hour')])
    expect(await mails()).toHaveLength(50)
    expect((await share(admin, { email: LORNA, agency: 'Rightway Lettings' })).status).toBe(303)
  })
})

const KEPT = { replacedBy: null, excuse: null }

test.each([
  ['2027-02-28', 'Ended yesterday'],
  ['2026-03-01', 'Ended 365 days ago'],
  ['2027-03-01', 'Ends today'],
  ['2027-03-02', 'Ends tomorrow'],
  ['2027-03-31', 'Ends in 30 days'],
  ['2027-04-01', 'In force'],
])('a certificate to %s is said on 1 March 2027 to be: %s', (endsOn, words) => {
  expect(certificateStanding({ endsOn, ...KEPT }, '2027-03-01')).toBe(words)
})
