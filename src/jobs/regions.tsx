import type { ReactNode } from 'react'
import type { Actor } from '#src/accounts/account.ts'
import { dashboardOf } from '#src/dashboards/agent.tsx'
import { quoteListOf } from '#src/quotes/list.ts'
import { type FormAction, handleForm, type SentForm } from '#src/web/handle-form.tsx'
import { pageOf } from '#src/web/query.ts'
import { isPartial, partials, seeOther } from '#src/web/respond.tsx'
import { Dashboard } from '#views/dashboards/agent.tsx'
import { CompletedJobs } from '#views/jobs/completed.tsx'
import { JobList } from '#views/jobs/list.tsx'
import { QuoteList } from '#views/quotes/list.tsx'
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

/** A form of an agent's list. `work` does what it asks for and returns what is said of it. */
type ListAction = Pick<FormAction, 'failed' | 'back' | 'confirm'> & { work: () => Promise<ToastMessage> }

/**
 * Handles a form of the agent's list at `back`, and answers with what that list shows now: its region by htmx, else the
 * way back to it. A refusal is answered so too, because the list has changed meanwhile.
 */
export function handleListForm(form: SentForm, { work, ...action }: ListAction): Promise<Response> {
  return handleForm(form, {
    ...action,
    refused: ({ toast, status }) => answerList(form, action.back, toast, status),
    work: async () => answerList(form, action.back, await work()),
  })
}

async function answerList({ user, request }: SentForm, path: string, toast: ToastMessage, status?: number) {
  const { pathname, searchParams } = parse(path)
  if (!isPartial(request)) return seeOther(request, path, toast)
  // What the list showed is older than what was done.
  searchParams.delete('cursor')
  const regions = await LISTS[pathname]?.(user, Object.fromEntries(searchParams))
  return regions ? partials(request, regions, toast, { closeDialog: true, status }) : seeOther(request, path, toast)
}
