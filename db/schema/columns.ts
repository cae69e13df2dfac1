import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'
import { decimal, parsePounds } from '#src/domain/money.ts'

/** Time-ordered, so that the newest rows share the index's last pages. */
export const id = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => Bun.randomUUIDv7())

export const instant = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })
export const createdAt = () => instant().notNull().defaultNow()
export const updatedAt = () => instant().notNull().defaultNow()

/** numeric(10,2) in the database, integer pence in the program. */
export const money = customType<{ data: number; driverData: string }>({
  dataType: () => 'numeric(10,2)',
  toDriver: decimal,
  fromDriver: (value) => parsePounds(value) ?? Number.NaN,
})

/** drizzle's own jsonb is stringified twice with Bun.SQL. */
export const jsonColumn = <T>() =>
  customType<{ data: T; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => value,
    fromDriver: (value) => (typeof value === 'string' ? JSON.parse(value) : value) as T,
  })()
