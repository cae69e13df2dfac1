import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rawClient } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { wordsIn } from '#db/query/words.ts'
import { accountsOf } from '#src/accounts/lists.ts'
import type { Cursor } from '#src/http/cursor.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt } from '#tests/support/database/plans.ts'

beforeAll(async () => {
  await new IndexBuilder().build()
})
afterAll(dropBuilt)

type Person = { id: string; role: string; createdAt: Date; deletedAt: Date | null; said: string }

/** 1,500 accounts: 'Hart' is common, 'Quill' rare, 'Zephyr' only among the oldest; some have no company, some are deleted. */
async function manyPeople(): Promise<Person[]> {
  await rawClient`
    insert into users (id, role, first_name, last_name, email, username, company, phone, hashed_password, auth_type,
      created_at, deleted_at)
    select gen_random_uuid(), (case when n % 3 = 0 then 'contractor' else 'estate_agent' end)::role,
      case when n % 5 = 0 then 'Olivia' else 'Carl' end, case when n % 2 = 0 then 'Hart' else 'O’Neil' end
        || case when n % 211 = 0 then ' Quill' else '' end || case when n > 1450 then ' Zephyr' else '' end,
      'person' || n || '@homes.example', 'person' || n, case when n % 4 <> 0 then 'Company ' || n % 90 end,
      '020 7946 ' || lpad(n::text, 4, '0'), '', 'local', now() - n / 4 * interval '1 minute',
      case when n % 50 = 0 then now() end
    from generate_series(1, 1500) n`
  await countTables()
  return rawClient`
    select id, role::text, created_at as "createdAt", deleted_at as "deletedAt",
      concat_ws(' ', first_name, last_name, email, username, company, phone) as said from users`
}

const SEARCHES = [
  'hart',
  'quill',
  'zephyr',
  'nowhere',
  'ha',
  'zq',
  'olivia hart',
  'company 7',
  '1211',
  'oneil quill',
  '@',
]

test('a search of accounts finds, page by page, what looking at each finds, and counts it', async () => {
  const people = await manyPeople()
  for (const role of ['contractor', 'estate_agent', 'admin'] as const)
    for (const search of SEARCHES) {
      const wanted = wordsIn(search)
      const isFound = ({ said }: Person) => {
        const words = ` ${wordsIn(said).join(' ')} `
        // The first of several short words may end one.
        const whole = wanted.length > 1 && wanted[0]!.length < 3 && words.includes(search)
        return whole || (wanted.length > 0 && wanted.every((one) => words.includes(one.length < 3 ? ` ${one}` : one)))
      }
      const expected = people
        .filter((one) => one.role === role && !one.deletedAt && isFound(one))
        .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1))
      const list = accountsOf(role, search)
      const found: string[] = []
      for (let cursor: Cursor | null = null, rest = true; rest && found.length < 200; ) {
        const page = await list.read(cursor, 60)
        found.push(...page.map(({ id }) => id))
        rest = page.length === 60
        const last = page.at(-1)
        cursor = last ? { at: last.createdAt, id: last.id } : null
      }
      const what = [role, search]
      expect([what, found]).toEqual([what, expected.slice(0, Math.max(found.length, 200)).map(({ id }) => id)])
      expect([what, await list.count()]).toEqual([what, expected.length])
      expect([what, await list.count(101)]).toEqual([what, Math.min(101, expected.length)])
    }
})
