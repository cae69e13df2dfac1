import { type Placeholder, sql } from 'drizzle-orm'
import type { Role } from '#src/domain/account/account.ts'

export type Reader = { role: Role | null; id: string | Placeholder }

export function forEachRole<Made>(make: (reader: Reader) => Made): (reader: Pick<Reader, 'role'>) => Made {
  const made = new Map<Role | null, Made>()
  return ({ role }) => {
    const known = made.get(role) ?? make({ role, id: sql.placeholder('reader') })
    made.set(role, known)
    return known
  }
}
