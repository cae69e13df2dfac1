import { and, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { userSql } from '#db/query/predicates.ts'
import { hasOne, holdsOne, type Wanted } from '#db/query/words.ts'
import { users } from '#db/schema.ts'

const words: SQL<string> = sql`plain_words(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '') || ' ' ||
  coalesce(${users.company}, ''))`

export async function contractorsNamed(wanted: readonly Wanted[]): Promise<string[][]> {
  if (wanted.length === 0) return []
  const found = await db
    .select({ id: users.id, words })
    .from(users)
    .where(and(userSql.isContractor(), or(...wanted.map((one) => holdsOne(words, one)))))
  return wanted.map((one) => found.filter((person) => hasOne(person.words, one)).map(({ id }) => id))
}
