import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Reader } from './reader.ts'

type PersonField = 'id' | 'firstName' | 'lastName' | 'company' | 'email' | 'phone' | 'deletedAt'

/** The columns of a user that others may see, from `users` or an alias of it. */
export const personOf = <T extends Record<PersonField, PgColumn>>(table: T): Pick<T, PersonField> => ({
  id: table.id,
  firstName: table.firstName,
  lastName: table.lastName,
  company: table.company,
  email: table.email,
  phone: table.phone,
  deletedAt: table.deletedAt,
})

/** As personOf, of a contractor: other contractors read their name, not how to reach them. */
export function contractorOf<T extends Record<PersonField, PgColumn>>(table: T, reader: Reader) {
  const { email, phone, ...named } = personOf(table)
  const own = (column: PgColumn): SQL<string | null> =>
    reader.role === 'contractor' ? sql`case when ${table.id} = ${reader.id} then ${column} end` : sql`${column}`
  return { ...named, email: own(email), phone: own(phone) }
}
