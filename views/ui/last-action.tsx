import { Button } from './button.tsx'
import { liveForm } from './htmx.ts'

const LAST_ACTION = 'last-action'

export const actionPath = (id: string): string => `/admin/actions/${id}`

export type LastDone = { entry: string; words: string; takeBack: boolean }

/** What was done last: for a minute it can be taken back, and then the style sheet hides the button. */
export function LastAction({ last }: { last?: LastDone | null }) {
  if (!last) return <div id={LAST_ACTION} />
  const path = actionPath(last.entry)
  return (
    <div id={LAST_ACTION} className="last-action">
      <a href={path}>{last.words}</a>
      {last.takeBack && (
        <form method="post" action={`${path}/take-back`} hx-disable="find button" {...liveForm(`${path}/take-back`)}>
          <Button size="small" busyLabel="Taking back...">
            Take back
          </Button>
        </form>
      )}
    </div>
  )
}

export const lastActionRegion = (last?: LastDone | '') =>
  last ? { [`#${LAST_ACTION}`]: <LastAction last={last} /> } : {}
