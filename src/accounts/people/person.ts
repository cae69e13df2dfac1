import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isContractor } from '#src/domain/account/roles.ts'
import type { Reader } from './reader.ts'

type PersonField = 'id' | 'firstName' | 'lastName' | 'company' | 'email' | 'phone' | 'deletedAt'

export const personOf = <T extends Record<PersonField, PgColumn>>(table: T): Pick<T, PersonField> => ({
  id: table.id,
  firstName: table.firstName,
  lastName: table.lastName,
  company: table.company,
  email: table.email,
  phone: table.phone,
  deletedAt: table.deletedAt,
})

/** Other contractors read a contractor's name, not their e-mail and phone. */
export function contractorOf<T extends Record<PersonField, PgColumn>>(table: T, reader: Reader) {
  const { email, phone, ...named } = personOf(table)
  const own = (column: PgColumn): SQL<string | null> =>
    isContractor(reader) ? sql`case when ${table.id} = ${reader.id} then ${column} end` : sql`${column}`
  return { ...named, email: own(email), phone: own(phone) }
}
