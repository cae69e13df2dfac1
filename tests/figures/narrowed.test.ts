import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, jobs, users } from '#db/schema.ts'
import { daysLater, today } from '#src/domain/dates.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { html } from '#tests/support/answers.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, anAgent, finishedQuoteWork } from '#tests/support/world.ts'
import { aBusyWorld } from './world.ts'

const cast = castOfEachTest()
const clients = {
  admin: signedInOfEachTest(cast, 'admin'),
  agent: signedInOfEachTest(cast, 'agent'),
  contractor: signedInOfEachTest(cast, 'contractor'),
}

const READERS = [
  ['admin', '/admin/figures', ['agency', 'contractor', 'property', 'trade']],
  ['agent', '/figures', ['agency', 'contractor', 'property', 'trade']],
  ['contractor', '/figures', ['agency', 'property', 'trade']],
] as const

const DAYS = `from=${daysLater(today(), -50)}&to=${today()}`
const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")

/** Each ranking with its rows, as a reader sees them. */
const rankingsIn = (page: string) =>
  [...page.matchAll(/<h2>((?:Most raised|Invoiced), by [a-z]+)<\/h2>.*?<ol[^>]*>(.*?)<\/ol>/gs)].map(
    ([, title = '', list = '']) => ({
      title,
      rows: [...list.matchAll(/<li[^>]*><(?:a [^>]*href="([^"]*)"|span)>([^<]*)<\/\w+><strong[^>]*>([^<]*)</g)].map(
        ([, href = '', name = '', text = '']) => ({ href: unescaped(href), name: unescaped(name), text }),
      ),
    }),
  )

const figure = (page: string, label: string): number => {
  const row = new RegExp(`<th scope="row">${label}</th><td[^>]*>(?:<a [^>]*>)?([^<]*)`).exec(page)
  return Number(row![1]!.replaceAll(/[£,]/g, ''))
}

const countedOn = (page: string, title: string): number =>
  title.startsWith('Most') ? figure(page, 'Raised') : figure(page, 'Visit fees') + figure(page, 'Quote work')

const fieldsIn = (page: string): Record<string, string[]> => {
  const selects = [...page.matchAll(/<select[^>]*name="(\w+)"[^>]*>(.*?)<\/select>/gs)]
  const found = selects.map(([, name = '', options = '']): [string, string[]] => [
    name,
    [...options.matchAll(/<option[^>]*>([^<]*)</g)].map(([, label = '']) => unescaped(label)),
  ])
  return Object.fromEntries(found)
}

const chosenIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<select[^>]*name="(\w+)"[^>]*>.*?<\/select>/gs)].flatMap(([select, name = '']) => {
      const [, value] = /<option(?=[^>]* selected)[^>]*value="([^"]+)"/.exec(select) ?? []
      return value ? [[name, unescaped(value)]] : []
    }),
  )

/** What is one and the same in other letters, and what is not the same under one name. */
async function writtenInOtherWays() {
  const namesake = await aContractor()
  await db.execute(sql`update ${users} set (first_name, last_name) =
    (select first_name, last_name from ${users} where id = ${cast.contractor.id}) where id = ${namesake.id}`)
  const some = (every: number) =>
    sql`id in (select id from (select id, row_number() over (order by id) as n from ${invoices}) one where n % ${sql.raw(String(every))} = 0)`
  await db.execute(sql`update ${invoices} set property_address = '12, MILL LANE, Guildford, GU1 3XY' where ${some(2)}`)
  await db.execute(sql`update ${invoices} set agency = upper(agency) where ${some(3)}`)
  await db.execute(sql`update ${invoices} set contractor_id = ${namesake.id} where ${some(4)}`)
  await db.execute(sql`update ${invoices} set contractor_name = 'Formerly Otherwise' where ${some(5)}`)
  await db.execute(sql`update ${jobs} set property_address = '9 Elm Road, Guildford GU2 7AB',
    property_key = '9elmroadguildfordgu27ab' where contractor_type <> 'plumbing'`)
}

describe('a row of a ranking', () => {
  beforeEach(async () => {
    await aBusyWorld(cast, clients.admin)
    await writtenInOtherWays()
  })

  test.each(READERS)('leads the %s to the figures of it alone, with the same number', async (role, path, known) => {
    const page = await html(clients[role].get(`${path}?${DAYS}`))
    const rankings = rankingsIn(page)
    const found = rankings.map(({ title }) => title.split(', by ')[1]!)
    expect([...new Set(found)].sort()).toEqual([...known])
    for (const { title, rows } of rankings) {
      expect([title, rows.length]).not.toEqual([title, 0])
      for (const { href, name, text } of rows) {
        expect([title, name, href]).toEqual([title, name, expect.stringContaining(`${path}?`)])
        expect(href).toContain(DAYS)
        const there = await html(clients[role].get(href))
        const number = Number(text.replaceAll(/[£,]/g, ''))
        expect(number).toBeGreaterThan(0)
        expect([title, name, countedOn(there, title)]).toEqual([title, name, number])
        expect([title, name, Object.keys(chosenIn(there)).length]).toEqual([title, name, 1])
      }
    }
  })

  test('narrows what was narrowed already, and leads nowhere where it would lead back', async () => {
    const page = await html(clients.admin.get(`/admin/figures?${DAYS}&contractorType=plumbing`))
    const [trades, homes] = rankingsIn(page)
    expect(trades!.rows.map(({ href, name }) => [name, href])).toEqual([['Plumbing', '']])
    for (const { href, text } of homes!.rows) {
      expect(href).toContain('contractorType=plumbing')
      expect(figure(await html(clients.admin.get(href)), 'Raised')).toBe(Number(text))
    }
  })

  test('of an address that no filter finds stands without a link', async () => {
    await db.execute(sql`update ${invoices} set property_key = null, property_address = '·'`)
    const page = await html(clients.agent.get(`/figures?${DAYS}`))
    const rows = rankingsIn(page).find(({ title }) => title === 'Invoiced, by property')?.rows
    expect(rows?.map(({ href, name }) => [name, href])).toEqual([['·', '']])
  })
})

test('of the reader alone names properties and agencies as their newest has them, not as a stranger’s', async () => {
  await aBusyWorld(cast, clients.admin)
  const [agent, contractor] = [await anAgent({ firstName: 'Una' }), await aContractor({ firstName: 'Dora' })]
  const theirs = ['12, MILL LANE (Mrs Reed), Guildford, GU1 3XY', 'RIGHTWAY LETTINGS']
  const { id } = (await finishedQuoteWork({ ...cast, agent, contractor })).quote
  expect((await clients.admin.post('/api/invoices', { items: [{ quoteId: id }] })).status).toBe(200)
  await db.execute(sql`update ${jobs} set property_address = ${theirs[0]} where estate_agent_id = ${agent.id}`)
  await db.execute(sql`update ${invoices} set property_address = ${theirs[0]}, agency = ${theirs[1]}
    where agent_id = ${agent.id}`)
  await db.execute(sql`update ${jobs} set property_key = '12milllane'`)
  await db.execute(sql`update ${invoices} set property_key = '12milllane'`)
  const namesFor = async (client: Client) => {
    const rankings = rankingsIn(await html(client.get(`/figures?${DAYS}`)))
    const named = rankings.filter(({ title }) => /property|agency/.test(title)).flatMap(({ rows }) => rows)
    return [...new Set(named.map(({ name }) => name))].sort()
  }
  const own = ['12 Mill Lane, Guildford GU1 3XY', 'Rightway Lettings']
  for (const client of [clients.agent, clients.contractor]) expect(await namesFor(client)).toEqual(own)
  for (const user of [agent, contractor]) expect(await namesFor(await signedInAs(user))).toEqual(theirs)
})

describe('the form of the figures', () => {
  test('has agencies, contractors and trades for administrators, and trades for others', async () => {
    await aContractor({ firstName: 'Zed', lastName: 'Last', company: 'Zed Ltd' })
    const all = fieldsIn(await html(clients.admin.get('/admin/figures')))
    expect(Object.keys(all)).toEqual(['agency', 'contractor', 'contractorType'])
    expect(all.agency).toEqual(['Any', cast.agent.company!])
    expect(all.contractor).toContain('Zed Last, Zed Ltd')
    expect(all.contractorType).toContain('Plumbing')
    for (const role of ['agent', 'contractor'] as const)
      expect(Object.keys(fieldsIn(await html(clients[role].get('/figures'))))).toEqual(['contractorType'])
  })

  test('shows all that is chosen, each with what leaves it out, and keeps it in the months beside', async () => {
    const chosen = {
      agency: 'rightway LETTINGS',
      contractor: cast.contractor.id,
      contractorType: 'plumbing',
      property: '12 Mill Lane, Guildford GU1 3XY',
    }
    for (const [role, path] of READERS) {
      const page = await html(clients[role].get(`${path}?month=2026-03&${new URLSearchParams(chosen)}`))
      expect([role, chosenIn(page)]).toEqual([role, chosen])
      expect(Object.values(fieldsIn(page)).map(([first]) => first)).toEqual(['Any', 'Anybody', 'Any', 'Any'])
      const beside = unescaped(/href="([^"]*)"[^>]*><span>Month before/.exec(page)![1]!)
      expect([role, chosenIn(await html(clients[role].get(beside)))]).toEqual([role, chosen])
    }
  })

  test('keeps each of several that are given', async () => {
    await aBusyWorld(cast, clients.admin)
    const agencies = 'agency=Rightway+Lettings&agency=Northgate'
    const page = await html(clients.admin.get(`/admin/figures?${DAYS}&${agencies}`))
    expect(page.match(/<select[^>]*name="agency"/g)).toHaveLength(2)
    expect(new Set(page.match(/ id="[^"]*agency"/g)).size).toBe(2)
    const raised = /<th scope="row">Raised<\/th><td[^>]*><a [^>]*href="([^"]*)"/.exec(page)!
    expect(unescaped(raised[1]!)).toContain(agencies)
  })
})

test('a filter names a contractor to an agent whose row names them, and to a contractor nobody else', async () => {
  const stranger = await aContractor({ firstName: 'Zed', lastName: 'Last' })
  const [past, deleted] = [await aContractor({ firstName: 'Pia' }), await aContractor({ firstName: 'Dee' })]
  await aJob(cast, 'assigned')
  const again = await aJob({ ...cast, contractor: past }, 'completed')
  await reopenJob(cast.agent, again.id, { reason: 'It leaks again', keepContractor: false })
  const invoiced = await aJob({ ...cast, contractor: deleted }, 'completed')
  await clients.admin.post('/api/invoices', { items: [{ visitId: invoiced.visits[0]!.id }] })
  await deleteJob(cast.admin, invoiced.id)
  const ids = [cast.contractor, stranger, past, deleted].map(({ id }) => id).join(',')
  const page = async (client: Client, path: string) => html(client.get(`${path}contractor=${ids}`))
  for (const path of ['/figures?', '/jobs?', '/quotes?', '/visits?', '/invoices?'])
    expect(await page(clients.agent, path)).toContain('Carl Mason, unknown, Pia Mason, Dee Mason')
  for (const path of [
    '/figures?',
    `/jobs?counted=raised,${today()},${today()}&`,
    '/history?show=quotes&',
    '/invoices?',
  ])
    expect(await page(clients.contractor, path)).toContain('Carl Mason, unknown, unknown, unknown')
  for (const path of ['/admin/figures?', '/admin/jobs?', '/admin/quotes?', '/invoices?'])
    expect(await page(clients.admin, path)).toContain('Carl Mason, Zed Last, Pia Mason, Dee Mason')
})

test.each(READERS)('the %s prints figures on paper that names the days and what is chosen', async (role, path) => {
  const page = await html(clients[role].get(`${path}?month=2026-03&contractorType=plumbing`))
  expect(page.match(/<button[^>]* data-print="".*?<\/button>/)?.[0]).toContain('Print')
  const [, paper = ''] = /<article class="paper(.*)<\/article>/s.exec(page) ?? []
  expect(/<p class="paper-ref">([^<]*)</.exec(paper)?.[1]).toBe('March 2026 · Trade: Plumbing')
  expect(paper.match(/<(form|nav) [^>]*class="[^"]*"/g)).toEqual([
    expect.stringMatching(/^<nav .*on-screen/),
    expect.stringMatching(/^<form .*on-screen/),
  ])
})
