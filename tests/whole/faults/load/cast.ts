import { join } from 'node:path'
import { SQL } from 'bun'
import { EMBEDDED_ROLE, SOCKET_NAME, socketFolder } from '#db/embedded/paths.ts'
import { ADMIN, type Fettle } from '#tests/whole/faults/fettle.ts'
import { ask, Person } from './person.ts'

export type Cast = { admins: Person[]; agents: Person[]; contractors: Person[] }

/** The database that a Fettle with this environment uses, for who prepares and who judges. The caller closes it. */
export function databaseOf(env: Record<string, string>): SQL {
  const options = { max: 2, connectionTimeout: 10, adapter: 'postgres' } as const
  if (env.DATABASE_URL) return new SQL({ ...options, url: env.DATABASE_URL })
  const path = join(socketFolder(env.DATA_DIR!), SOCKET_NAME)
  return new SQL({ ...options, path, username: EMBEDDED_ROLE, password: '', database: EMBEDDED_ROLE, tls: false })
}

/** Makes accounts as the administrator's screen does, and signs everybody in. `url` is where the load will go. */
export async function gather(
  fettle: Pick<Fettle, 'url' | 'env'>,
  { agents = 3, contractors = 3, admins = 2, url = fettle.url } = {},
): Promise<Cast> {
  const first = await signIn(url, ADMIN)
  const password = 'correct horse'
  const make = async (path: string, identifier: string, values: Record<string, string>) => {
    const { status, body } = await first.send({ method: 'POST', path, body: { password, ...values } })
    if (status !== 201) throw new Error(`${path} answered ${status}: ${body.message}`)
    return signIn(url, { identifier, password })
  }
  const run = crypto.randomUUID().slice(0, 8)
  const several = (count: number, one: (n: number) => Promise<Person>) =>
    Promise.all(Array.from({ length: count }, (_, n) => one(n)))
  const cast: Cast = {
    admins: [first, ...(await several(admins - 1, () => signIn(url, ADMIN)))],
    agents: await several(agents, (n) => {
      const username = `olivia${n}.${run}`
      const values = { username, firstName: 'Olivia', lastName: `Hart ${n}` }
      return make('/api/admin/create-estate-agent', username, values)
    }),
    contractors: await several(contractors, (n) => {
      const email = `carl${n}.${run}@plumbing.example`
      const values = { email, firstName: 'Carl', lastName: `Mason ${n}`, company: 'Plumbing' }
      return make('/api/admin/create-contractor', email, values)
    }),
  }
  // The screen gives agents no e-mail address; those who sign in from outside have one, and are written to.
  const sql = databaseOf(fettle.env)
  try {
    await sql`update users set email = username || '@rightway.example' where role = 'estate_agent' and email is null`
  } finally {
    await sql.close()
  }
  return cast
}

async function signIn(url: string, account: { identifier: string; password: string }): Promise<Person> {
  const answer = await fetch(new URL('/api/local/login', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!answer.ok || !cookie)
    throw new Error(`Signing in ${account.identifier}: ${answer.status} ${await answer.text()}`)
  const me = await ask(url, { method: 'GET', path: '/api/auth/user', headers: { cookie } })
  if (!me.body.id) throw new Error(`Signed in as nobody: ${JSON.stringify(me.body)}`)
  return new Person(url, me.body.id, cookie)
}
