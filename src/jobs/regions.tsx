import type { ReactNode } from 'react'
import type { Actor } from '#src/accounts/account.ts'
import { dashboardOf } from '#src/dashboards/agent.tsx'
import { ownPath } from '#src/guard/same-origin.ts'
import { quoteListOf } from '#src/quotes/lists.ts'
import { NotFound, Refused, sentenceOf } from '#src/web/errors.ts'
import { pageOf } from '#src/web/query.ts'
import { titled } from '#src/web/refusal.ts'
import { isPartial, partials, seeOther } from '#src/web/respond.tsx'
import { Dashboard } from '#views/dashboards/agent.tsx'
import { CompletedJobs } from '#views/jobs/completed-jobs.tsx'
import { JobList } from '#views/jobs/my-jobs.tsx'
import { QuoteList } from '#views/quotes/quote-list.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { completedJobsOf, myJobsOf } from './lists.ts'

type Region = (user: Actor, query: Record<string, string>) => Promise<Record<string, ReactNode>>

/** The agent's lists by their path, each with the region that shows what an action changed. */
const LISTS: Record<string, Region> = {
  '/': async (user) => ({ '#dashboard': <Dashboard {...(await dashboardOf(user))} /> }),
  '/jobs': async (user, query) => ({ '#jobs': <JobList {...(await myJobsOf(user, query))} /> }),
  '/quotes': async (user, query) => ({ '#quotes': <QuoteList {...(await quoteListOf(user, query))} /> }),
  '/completed-jobs': async (user, query) => ({
    '#completed': <CompletedJobs {...(await completedJobsOf(user, query))} />,
  }),
}

const parse = (path: string) => new URL(path, 'http://own.invalid')

/** The list that a dialog is opened over, with its search and filters; null when the request comes from elsewhere. */
export function listBehind(request: Request): string | null {
  const path = isPartial(request) ? pageOf(request) : null
  return path && Object.hasOwn(LISTS, parse(path).pathname) ? path : null
}

type Change<Done> = {
  /** The list where the button stood, as the form tells. */
  back: unknown
  work: () => Promise<Done>
  /** What is said of what `work` did. */
  done: ToastMessage | ((done: Done) => ToastMessage)
  /** The title of what is said when the state no longer allows it: 'Failed to Approve Quote'. */
  failed: string
}

/**
 * Does what a button of an agent's list asks for, and answers with what that list shows now: its region by htmx,
 * else the way back to it. A refusal is told there too, because the list has changed meanwhile.
 */
export async function change<Done>(user: Actor, request: Request, asked: Change<Done>): Promise<Response> {
  const { back } = asked
  const { toast, status } = await outcome(request, asked)
  const path = ownPath(back)
  const { pathname, searchParams } = parse(path)
  if (!isPartial(request)) return seeOther(request, path, toast)
  // What the list showed is older than what was done.
  searchParams.delete('cursor')
  const regions = await LISTS[pathname]?.(user, Object.fromEntries(searchParams))
  return regions ? partials(request, regions, toast, { closeDialog: true, status }) : seeOther(request, path, toast)
}

async function outcome<Done>(
  request: Request,
  { work, done, failed: title }: Change<Done>,
): Promise<{ toast: ToastMessage; status: number }> {
  try {
    const result = await work()
    return { toast: typeof done === 'function' ? done(result) : done, status: 200 }
  } catch (error) {
    const told = error instanceof Refused || (error instanceof NotFound && isPartial(request))
    if (!told) throw titled(title, error)
    return { toast: { title, text: sentenceOf(error), kind: 'destructive' }, status: error.status }
  }
}
