import type { Placeholder } from 'drizzle-orm'
import type { Role } from './account.ts'

/** Who reads, as conditions need it: an Actor, or a placeholder in a prepared statement. */
export type Reader = { role: Role | null; id: string | Placeholder }
