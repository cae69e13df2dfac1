import { ownPath } from '#src/access/same-origin.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { MAX_AT_ONCE } from '#src/domain/limits.ts'
import { Refused } from '#src/http/errors.ts'
import type { Typed } from '#src/http/input.ts'
import { queryIn } from '#src/http/query.ts'
import { matchingIds } from '#src/jobs/lists.ts'
import { tickedIn } from './seen.ts'

export const JOB_LIST = '/admin/jobs'

export type Ticked = ReturnType<typeof tickedIn>

export const backOf = ({ back }: Typed): string => {
  const path = ownPath(back)
  return path === JOB_LIST || path.startsWith(`${JOB_LIST}?`) ? path : JOB_LIST
}

export async function tickedOf(user: Actor, typed: Typed): Promise<Ticked> {
  const { ids, seen } = tickedIn(typed)
  if (typed.all === 'yes') {
    if (ownPath(typed.back) === '/') throw new Refused('These filters are too many to select all that they find.')
    const { searchParams } = new URL(backOf(typed), 'http://own.invalid')
    return { ids: await matchingIds(user, queryIn(searchParams), MAX_AT_ONCE), seen }
  }
  if (ids.length > MAX_AT_ONCE) throw new Refused(`Please select at most ${MAX_AT_ONCE} jobs.`)
  return { ids, seen }
}
