import { setAway } from '#src/accounts/admin/edit.ts'
import { Away, awayRule } from '#src/accounts/input.ts'
import { AWAY_UNTIL } from '#src/accounts/schemas.ts'
import { isAway } from '#src/domain/account/away.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { objectSchema } from '#src/http/schemas.ts'

const { put } = callsUnder('Signing in')

const AwayOneself = objectSchema('AwayOneself', 'Until when one is away.', { awayUntil: AWAY_UNTIL })

export const profileApi = apiOf('profile-api', [
  put(
    '/api/profile/away',
    'setAway',
    'Says until when one is away; an empty text ends it',
    { may: 'setAway', body: Away, rule: awayRule, answer: AwayOneself },
    ({ user, body }) => setAway(user, body),
    (user) => ({ awayUntil: isAway(user) ? user.awayUntil : null }),
  ),
])
