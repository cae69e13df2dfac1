import type { Placeholder } from 'drizzle-orm'
import type { Role } from './account.ts'

/** An Actor, or a placeholder in a prepared statement. */
export type Reader = { role: Role | null; id: string | Placeholder }
