import type { Office } from '#src/domain/account/account.ts'
import { env } from '#src/runtime/env.ts'

/** How agents and contractors reach the office; null where no setting says so. */
export const OFFICE: Office | null =
  env.CONTACT_PHONE || env.CONTACT_EMAIL ? { phone: env.CONTACT_PHONE ?? null, email: env.CONTACT_EMAIL ?? null } : null
