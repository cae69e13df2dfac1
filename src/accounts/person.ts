import type { PgColumn } from 'drizzle-orm/pg-core'

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
