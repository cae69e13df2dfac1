import type { Placeholder } from 'drizzle-orm'
import type { Role } from './account.ts'

export type Reader = { role: Role | null; id: string | Placeholder }
