import type { SQL } from 'bun'
import { sha256 } from '#src/access/sha256.ts'
import { hashPassword } from '#src/accounts/password/hash.ts'

type Kind = 'agent' | 'contractor' | 'admin'

export const WORLD_PASSWORD = 'correct horse'

/** The session of a user; agents and contractors are numbered from 1. */
export const tokenOf = (role: Kind, number = 1): string => `${role}-${number}`

/** UUIDs that grow with their number, as the app's time-ordered ones do. */
export const uuidOf = (kind: number, number: number): string =>
  `0000000${kind}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

export const keyOf = (role: Kind, number = 1): string => uuidOf({ agent: 1, contractor: 2, admin: 3 }[role], number)

const FIRST_NAMES = ['Olivia', 'Carl', 'Ada', 'Mina'] as const
const LAST_NAMES = ['Hart', 'Mason', 'King'] as const

/** Users, and a session of each of the first 200. */
export async function fillPeople(sql: SQL, agents: number, contractors: number): Promise<void> {
  const password = await hashPassword(WORLD_PASSWORD)
  const groups = [
    ['agent', 'estate_agent', agents],
    ['contractor', 'contractor', contractors],
    ['admin', 'admin', 1],
  ] as const
  for (const [name, role, count] of groups) {
    for (let n = 1; n <= count; n++)
      await sql`
        insert into users (id, email, username, first_name, last_name, role, company, phone, hashed_password, auth_type)
        values (${keyOf(name, n)}, ${`${name}${n}@bench.example`}, ${`${name}${n}`},
          ${FIRST_NAMES[n % 4]}, ${LAST_NAMES[n % 3]}, ${role}, ${`Company ${n}`},
          ${`020 7946 ${String(n).padStart(4, '0')}`}, ${password}, 'local')`
    for (let n = 1; n <= Math.min(count, 200); n++)
      await sql`
        insert into sessions (sid, user_id, sess, expire)
        values (${sha256(tokenOf(name, n))}, ${keyOf(name, n)}, '{}', now() + interval '30 days')`
  }
}
