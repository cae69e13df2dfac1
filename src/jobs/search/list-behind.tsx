import type { ReactNode } from 'react'
import { dashboardOf } from '#src/dashboards/agent.tsx'
import type { Actor } from '#src/domain/account/account.ts'
import { pageOf } from '#src/http/query.ts'
import { type FormAction, handleForm, type SentForm } from '#src/http/respond/handle-form.tsx'
import { isPartial, partials, seeOther } from '#src/http/respond/respond.tsx'
import { completedJobsOf, myJobsOf } from '#src/jobs/lists.ts'
import { quoteListOf } from '#src/quotes/lists.ts'
import { Dashboard } from '#views/dashboards/agent.tsx'
import { CompletedJobs } from '#views/jobs/completed.tsx'
import { JobList } from '#views/jobs/list.tsx'
import { QuoteList } from '#views/quotes/list.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'

type Region = (user: Actor, query: Record<string, string>) => Promise<Record<string, ReactNode>>

const LISTS: Record<string, Region> = {
  '/': async (user) => ({ '#dashboard': <Dashboard {...(await dashboardOf(user))} /> }),
  '/jobs': async (user, query) => ({ '#jobs': <JobList {...(await myJobsOf(user, query))} /> }),
  '/quotes': async (user, query) => ({ '#quotes': <QuoteList {...(await quoteListOf(user, query))} /> }),
  '/completed-jobs': async (user, query) => ({
    '#completed': <CompletedJobs {...(await completedJobsOf(user, query))} />,
  }),
}

const parse = (path: string) => new URL(path, 'http://own.invalid')

export const isList = (path: string): boolean => Object.hasOwn(LISTS, parse(path).pathname)

export function listBehind(request: Request): string | null {
  const path = isPartial(request) ? pageOf(request) : null
  return path && isList(path) ? path : null
}

type ListAction = Pick<FormAction, 'failed' | 'back' | 'confirm' | 'invalid'> & { work: () => Promise<ToastMessage> }

export function handleListForm(form: SentForm, { work, ...action }: ListAction): Promise<Response> {
  return handleForm(form, {
    ...action,
    refused: ({ toast, status }) => answerList(form, action.back, toast, status),
    work: async () => answerList(form, action.back, await work()),
  })
}

export const ownJobChanged = (
  user: Actor,
  request: Request,
  id: string,
  toast: ToastMessage,
  back?: string,
): Promise<Response> => answerList({ user, request }, back && isList(back) ? back : `/jobs/${id}`, toast)

async function answerList(
  { user, request }: Omit<SentForm, 'typed'>,
  path: string,
  toast: ToastMessage,
  status?: number,
) {
  const { pathname, searchParams } = parse(path)
  if (!isPartial(request)) return seeOther(request, path, toast)
  searchParams.delete('cursor')
  const regions = await LISTS[pathname]?.(user, Object.fromEntries(searchParams))
  return regions ? partials(request, regions, toast, { closeDialog: true, status }) : seeOther(request, path, toast)
}
