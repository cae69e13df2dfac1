import { expect, test } from 'bun:test'
import { CALLS } from '#src/calls.ts'
import { PAGES } from '#src/pages.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { ABSENT, withIds } from '#tests/support/targets.ts'
import { aCast } from '#tests/support/world.ts'

const ROWS = [...PAGES, ...CALLS].flatMap(([whom, part, paths]) =>
  paths.split(' ').map((path) => ({ whom, part, path })),
)

test('pages.ts and calls.ts show each path of each part once', () => {
  for (const part of new Set(ROWS.map((row) => row.part))) {
    const shown = ROWS.filter((row) => row.part === part).map(({ path }) => path)
    expect(shown.sort()).toEqual([...new Set(part.routes.map(({ path }) => path))].sort())
  }
})

/** Those that only lead elsewhere, and one whose address is signed. */
const BESIDE = ['/api/login', '/api/logout', '/objects/upload/:id']

const WHOM: Record<string, string> = {
  'stranger agent contractor admin': 'everybody',
  stranger: 'everybody',
  'agent contractor admin': 'signed in',
  agent: 'agents',
  contractor: 'contractors',
  admin: 'admins',
  'agent contractor': 'agents, contractors',
  'agent admin': 'agents, admins',
}

test('pages.ts and calls.ts say of each path whom it lets in by any of its methods', async () => {
  const { agent, contractor, admin } = await aCast()
  const clients = {
    stranger,
    agent: await signedInAs(agent),
    contractor: await signedInAs(contractor),
    admin: await signedInAs(admin),
  }
  const isLetIn = async (client: typeof stranger, method: string, path: string) => {
    const body = /^\/(api|objects)\//.test(path) ? { body: {} } : { form: {} }
    const { status, headers } = await client.send(withIds(path, ABSENT), { method, ...(method !== 'GET' && body) })
    const leadsElsewhere = (method === 'GET' && status === 303) || headers.get('location')?.startsWith('/login')
    return !leadsElsewhere && status !== 401 && status !== 403
  }

  for (const { whom, part, path } of ROWS.filter((row) => !BESIDE.includes(row.path))) {
    const routes = part.routes.filter((route) => route.path === path && route.method !== 'HEAD')
    const letIn: string[] = []
    for (const [who, client] of Object.entries(clients)) {
      const answers = []
      for (const { method } of routes) answers.push(await isLetIn(client, method, path))
      if (answers.includes(true)) letIn.push(who)
    }
    expect(`${path}: ${WHOM[letIn.join(' ')]}`).toBe(`${path}: ${whom}`)
  }
})
