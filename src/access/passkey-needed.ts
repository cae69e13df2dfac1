import type { Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { env } from '#src/runtime/env.ts'

/** By REQUIRE_PASSKEY. A token is made by somebody whose session has a passkey. */
export const needsPasskey = (user: { role: Role | null }): boolean => env.REQUIRE_PASSKEY === 'admin' && isAdmin(user)
