import type { ReactNode } from 'react'
import type { Actor } from '#src/domain/account/account.ts'
import { type RefusedItem, type TickedOutcome, TickedResultPage } from '#views/ui/input/ticks.tsx'
import { lastActionRegion } from '#views/ui/last-action.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { frameOf, isPartial, lastCookie, page, partials, seeOther } from './respond.tsx'

type ManyOutcome = {
  title: string
  failed: string
  back: string
  gone: string
  notGone: (count: number) => string
  refused: readonly RefusedItem[]
  unreached?: readonly string[]
  action?: string
  takeBack?: boolean
  regions: (outcome: TickedOutcome) => Promise<Record<string, ReactNode>>
}

export async function answerMany(
  { user, request }: { user: Actor; request: Request },
  { title, failed, back, gone, notGone, refused, unreached = [], action, takeBack, regions }: ManyOutcome,
): Promise<Response> {
  const notDone = refused.length ? notGone(refused.length) : ''
  const toast: ToastMessage = {
    title: gone ? title : failed,
    text: [gone, notDone, ...new Set(unreached)].filter(Boolean).join(' '),
    kind: gone ? undefined : 'destructive',
  }
  const outcome = { title: notDone, refused }
  const last = action && {
    entry: action,
    words: [gone, notDone].filter(Boolean).join(' '),
    takeBack: Boolean(gone && takeBack),
  }
  if (isPartial(request))
    return partials(request, { ...(await regions(outcome)), ...lastActionRegion(last) }, toast, { closeDialog: true })
  if (refused.length === 0) return seeOther(request, back, toast, last ? [lastCookie(last)] : [])
  const frame = { ...frameOf(request, user), toast, last: last || null }
  return page(request, <TickedResultPage frame={frame} title={toast.title} back={back} outcome={outcome} />)
}
