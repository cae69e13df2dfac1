import type { Actor } from '#src/domain/account/account.ts'
import { type Action, BY_SIGN_IN_ONLY, can, refusal } from '#src/domain/permissions.ts'
import { Forbidden } from '#src/http/errors.ts'

export function authorize(user: Actor, action: Action): Actor {
  if (!can(user.role, action)) throw new Forbidden(refusal(user.role, action))
  const signInOnly = user.tokenId && BY_SIGN_IN_ONLY[action]
  if (signInOnly) throw new Forbidden(signInOnly, 'sign_in_needed')
  return user
}
