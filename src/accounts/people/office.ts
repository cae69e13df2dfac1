import type { Office } from '#src/domain/account/account.ts'
import { env } from '#src/runtime/env.ts'

export const OFFICE: Office | null =
  env.CONTACT_PHONE || env.CONTACT_EMAIL ? { phone: env.CONTACT_PHONE ?? null, email: env.CONTACT_EMAIL ?? null } : null
