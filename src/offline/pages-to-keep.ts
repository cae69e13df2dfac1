import type { Actor } from '#src/domain/account/account.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import { isUuid } from '#src/http/uuid.ts'
import { idsInHand } from '#src/jobs/assignment/by-day.ts'
import { refsVisibleTo } from '#src/jobs/queries.ts'

const WHERE_OPENED = ['/completed-jobs', '/history', '/messages', '/quotes']

const MOST_JOBS = 40

/** The first are fetched first: what is new, as a phone fetches so many bytes a day. What was `opened` and is not among them goes. */
export async function pagesToKeep(user: Actor, opened: readonly string[]): Promise<string[]> {
  const had = new Set(opened)
  const pages = await pagesOf(user, opened)
  return [...pages.filter((path) => !had.has(path)), ...pages.filter((path) => had.has(path))]
}

async function pagesOf(user: Actor, opened: readonly string[]): Promise<string[]> {
  const again = opened.filter((path) => WHERE_OPENED.includes(path))
  if (!isContractor(user))
    return ['/offline', '/', '/waiting', '/jobs', '/create-job', ...again, ...(await seenJobs(user, opened))]
  const ids = await idsInHand(user, MOST_JOBS)
  const ofJobs = ids.flatMap((id) => [`/jobs/${id}`, `/visit/${id}`, `/jobs/${id}/book`])
  return ['/offline', '/', '/waiting', '/jobs', '/visit', ...ofJobs, ...again]
}

async function seenJobs(user: Actor, opened: readonly string[]): Promise<string[]> {
  const ids = opened.flatMap((path) => /^\/jobs\/([\w-]+)$/.exec(path)?.[1] ?? []).filter(isUuid)
  const known = await refsVisibleTo(user, ids.slice(-MOST_JOBS))
  return [...known.keys()].map((id) => `/jobs/${id}`)
}
