import { expect, test } from 'bun:test'
import { answersOf, callOf, named, PAGES, waysOf } from '#tests/routes/all.ts'
import { PAGE_WHO } from '#tests/routes/route.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { ABSENT, targets, withIds } from '#tests/support/targets.ts'
import { aCast, aContractor, aNobody, anAgent } from '#tests/support/world.ts'

// Who may do what by each page and form.

async function everybody() {
  const cast = await aCast()
  const [otherAgent, otherContractor, nobody] = await Promise.all([anAgent(), aContractor(), aNobody()])
  const signedIn = [cast.agent, otherAgent, cast.contractor, otherContractor, cast.admin, nobody]
  const clients = [...(await Promise.all(signedIn.map(signedInAs))), stranger]
  return { cast, clients: Object.fromEntries(PAGE_WHO.map((who, index) => [who, clients[index]!])) }
}

const MALFORMED = ['1', 'nonsense', '%00', '%', '%E0%A4', '%0d%0aset-cookie:%20a=b', "'%20or%20true--", '..%2f..%2fetc']
const BY_HTMX = { 'hx-request': 'true', 'hx-request-type': 'partial' }
const FORGED = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

type Send = (client: Client, id: string, headers?: Record<string, string>) => Promise<Answer>
type Answer = { status: number; headers: Headers; text: string }

type Refusal = { call: Send; client: Client; path: string; code: number; who: string }
async function refuses({ call, client, path, code, who }: Refusal, id: string, comesBack: string) {
  const answer = await call(client, id)
  expect(`${who} ${answer.status}`).toBe(`${who} ${code}`)
  const partial = await call(client, id, BY_HTMX)
  expect(`${who} by htmx ${partial.status}`).toBe(`${who} by htmx ${code === 302 ? 401 : code}`)
  for (const { text } of [answer, partial]) expect(text).not.toMatch(/Mill Lane|boiler|radiators|expansion vessel/)
  // A thing of somebody else's answers as one that does not exist; whether a role may is asked before it is looked for.
  if (code === 404) expect(answer.text).toBe((await call(client, ABSENT)).text)
  if (code === 403) expect((await call(client, ABSENT)).status).toBe(403)
  if (code === 403 && who === 'no role') expect(answer.text).toContain('User role not found. Please refresh the page.')
  else if (code === 403 && path.startsWith('/admin/'))
    expect(answer.text).toContain('Access denied. Admin privileges required.')
  if (code === 302) expect(answer.headers.get('location')).toBe(`/login?next=${encodeURIComponent(comesBack)}`)
}

test.each(named(waysOf(PAGES)))('%s', async (_, { request, may, of, sent }) => {
  const { cast, clients } = await everybody()
  const [method = '', path = ''] = request.split(' ')
  const call: Send = async (client, id, headers) => {
    const answer = await client.send(withIds(path, id), { ...callOf(method, path, sent?.(cast, id)), headers })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const make = () => (of ? targets[of](cast) : Promise.resolve(''))
  const answers = answersOf({ request, may })
  const isOpen = new Set(may.split(' ')).size === 1
  const isRefusal = ([who, code]: [string, number]) => !isOpen && (code >= 400 || (who === 'stranger' && code === 302))
  let id = await make()

  const before = await everything()
  for (const [who, code] of answers.filter(isRefusal))
    await refuses({ call, client: clients[who]!, path, code, who }, id, method === 'GET' ? withIds(path, id) : '/')
  const allowed = answers.filter((answer) => !isRefusal(answer))
  for (const [who, code] of allowed) {
    if (method === 'POST') expect(`${who} ${(await call(clients[who]!, id, FORGED)).status}`).toBe(`${who} 403`)
    if (!path.includes(':id')) continue
    for (const wrong of [ABSENT, ...MALFORMED]) {
      const { status } = await call(clients[who]!, wrong)
      // A redirect leads to the page that says so.
      const expected = code === 303 && method === 'GET' ? 303 : 404
      expect(`${who} ${wrong} ${status}`).toBe(`${who} ${wrong} ${expected}`)
    }
  }
  expect(await everything()).toEqual(before)

  for (const [index, [who, code]] of allowed.entries()) {
    const answer = await call(clients[who]!, id)
    expect(`${who} ${answer.status}`).toBe(`${who} ${code}`)
    if (answer.status !== 302) expect(answer.headers.get('cache-control')).toBe('no-store')
    if (method === 'POST' && index < allowed.length - 1) id = await make()
  }
})
