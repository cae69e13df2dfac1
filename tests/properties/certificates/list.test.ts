import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { certificates } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { daysLater, today } from '#src/domain/dates.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { addCertificate } from '#src/properties/certificates/actions.ts'
import { hrefOf, sentBy } from '#tests/support/answers.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { anAgent } from '#tests/support/world.ts'

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')
const admin = signedInOfEachTest(cast, 'admin')

type Given = {
  by?: Actor
  agency?: string
  kind?: 'epc' | 'alarms' | 'electrical'
  reference?: string
  excuse?: 'not_here'
}

/** One that ends so many days from today. */
async function ends(days: number, address: string, { by = cast.agent, kind = 'epc', excuse, ...given }: Given = {}) {
  const property = { key: propertyKeyOf(address)!, propertyName: address.split(',')[0]!, propertyAddress: address }
  const { id } = await addCertificate(by, property, {
    ...{ kind, name: '', months: null, doneOn: daysLater(today(), days - 700), endsOn: daysLater(today(), days) },
    ...{ doneBy: 'Carl Mason', reference: null, unsatisfactory: false, remedyBy: null, ...given },
  })
  if (excuse) await db.update(certificates).set({ excuse }).where(eq(certificates.id, id))
  return id
}

type Client = typeof agent
const html = async (client: Client, path: string) => {
  const answer = await client.get(path)
  expect(answer.status).toBe(200)
  return answer.text()
}
const shown = async (client: Client, path: string) =>
  [...(await html(client, path)).matchAll(/(\d+) Elm Road/g)]
    .map(([, number]) => Number(number))
    .filter((one, at, all) => all.indexOf(one) === at)

const road = (number: number) => `${number} Elm Road, Guildford GU1 ${number % 10}XY`

describe('the list of certificates', () => {
  test('has those that end first on top, an agent’s of their agency, an administrator’s of all', async () => {
    const other = await anAgent({ company: 'Harbour & Stone' })
    await ends(50, road(1))
    await ends(-3, road(2))
    await ends(10, road(3), { by: other })
    await ends(-1, road(4), { excuse: 'not_here' })
    expect(await shown(agent, '/certificates')).toEqual([2, 1])
    expect(await shown(admin, '/admin/certificates')).toEqual([2, 3, 1])
    expect(await shown(admin, '/admin/certificates?agency=harbour+%26+STONE')).toEqual([3])
    expect(await shown(agent, '/certificates?agency=Harbour')).toEqual([])
  })

  test('is narrowed by state, kind, document and words, and its CSV with it', async () => {
    await ends(-1, road(1))
    await ends(0, road(2), { kind: 'alarms' })
    await ends(30, road(3), { reference: 'GS-77' })
    const kept = await ends(31, road(4))
    await db.update(certificates).set({ documentPath: '/objects/1' }).where(eq(certificates.id, kept))
    for (const [query, found] of [
      ['state=late', [1]],
      ['state=soon', [2, 3]],
      ['state=later', [4]],
      ['state=late,later', [1, 4]],
      ['kind=alarms', [2]],
      ['document=none', [1, 2, 3]],
      ['search=gs-77', [3]],
      ['search=elm+rd+GU1+4XY', [4]],
      ['search=gu13xy', [3]],
      ['search=mason&state=soon', [2, 3]],
    ] as const) {
      expect([query, await shown(agent, `/certificates?${query}`)]).toEqual([query, [...found]])
      const csv = await html(agent, `/certificates/export.csv?${query}`)
      expect([query, csv.trim().split('\r\n').length - 1]).toEqual([query, found.length])
    }
    expect(await html(agent, '/certificates/export.csv?state=late')).toContain(`,${daysLater(today(), -1)},Carl Mason,`)
    expect((await agent.get('/certificates?state=wrong')).status).toBe(400)
  })

  test('finds by agency, and a word with a typing error at a property that has no job yet', async () => {
    await ends(10, `3 Elm Road, Quillfeather GU1 3XY`, { by: await anAgent({ company: 'Harbour & Stone' }) })
    await ends(20, `4 Elm Road, Larkspur GU1 4XY`)
    for (const [search, found] of [
      ['harbour', [3]],
      ['rightway+gu14xy', [4]],
      ['quilfeather', [3]],
      ['larkspru', [4]],
    ] as const)
      expect([search, await shown(admin, `/admin/certificates?search=${search}`)]).toEqual([search, [...found]])
    for (const search of ['harbour', 'quilfeather'])
      expect([search, await shown(agent, `/certificates?search=${search}`)]).toEqual([search, []])
  })

  test('goes on where its first fifty end', async () => {
    for (let number = 1; number <= 55; number++) await ends(100 + (number % 7), road(number))
    const first = await html(agent, '/certificates')
    const next = /href="([^"]*cursor=[^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&')
    const numbers = [...(await shown(agent, '/certificates')), ...(await shown(agent, next))]
    expect(new Set(numbers).size).toBe(55)
    expect(numbers).toHaveLength(55)
  })

  test('of several agencies goes on, exports and searches by each of them', async () => {
    const others = [await anAgent({ company: 'Harbour & Stone' }), await anAgent({ company: 'Northgate' })]
    for (let number = 1; number <= 55; number++) await ends(100, road(number), { by: others[number % 2] })
    await ends(90, road(56))
    const page = await html(admin, '/admin/certificates?agency=Harbour+%26+Stone&agency=Northgate')
    const next = /href="([^"]*cursor=[^"]*)"/.exec(page)![1]!.replaceAll('&amp;', '&')
    expect(await shown(admin, next)).toHaveLength(5)
    expect((await html(admin, hrefOf(page, 'CSV'))).trim().split('\r\n')).toHaveLength(56)
    expect(sentBy(page, 'Search').agency).toEqual(['Harbour & Stone', 'Northgate'])
    expect(new Set(page.match(/ id="[^"]*agency"/g)).size).toBe(2)
    const own = await html(agent, '/certificates?agency=Harbour')
    expect(sentBy(own, 'Search').agency).toEqual(['Harbour'])
  })

  test('names each certificate and its document by kind and address', async () => {
    await db
      .update(certificates)
      .set({ documentPath: '/objects/1' })
      .where(eq(certificates.id, await ends(5, road(1))))
    for (const [client, path] of [
      [agent, '/certificates'],
      [admin, '/admin/certificates'],
    ] as const) {
      const names = [...(await html(client, path)).matchAll(/<a [^>]*aria-label="([^"]*EPC[^"]*)"/g)].map(
        ([, name]) => name,
      )
      expect(names).toEqual(['', 'Download, '].map((before) => `${before}Energy performance (EPC), ${road(1)}`))
    }
  })

  test('says what to do where there is none', async () => {
    for (const [client, path] of [
      [agent, '/certificates'],
      [admin, '/admin/certificates'],
    ] as const) {
      const page = await html(client, path)
      expect(page).toContain('Add one, or many at once from a spreadsheet.')
      expect(page.match(/href="\/certificates\/new"/g)).toHaveLength(2)
    }
    expect(await html(agent, '/certificates?kind=epc')).toContain('No certificates match')
  })
})

test('the first screens count what is late and within 30 days, as the lists do that they lead to', async () => {
  const other = await anAgent({ company: 'Harbour & Stone' })
  for (const client of [agent, admin]) expect(await html(client, '/')).not.toContain('within 30 days')
  for (const [at, days] of [-400, -1, 0, 30, 31].entries()) await ends(days, road(at))
  await ends(-5, road(8), { by: other })
  await ends(-5, road(9), { excuse: 'not_here' })
  for (const [client, late, soon] of [
    [agent, 2, 2],
    [admin, 3, 2],
  ] as const) {
    const page = await html(client, '/')
    const links = [...page.matchAll(/href="([^"]*certificates\?state=(\w+))"[^>]*>\s*<strong>(\d+)<\/strong>/g)]
    expect(links.map(([, , state, count]) => [state, Number(count)])).toEqual([
      ['late', late],
      ['soon', soon],
    ])
    for (const [, href, , count] of links) expect(await shown(client, href!)).toHaveLength(Number(count))
  }
})
