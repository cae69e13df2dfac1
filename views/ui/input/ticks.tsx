import type { ReactNode } from 'react'
import { type Found, MAX_AT_ONCE } from '#src/domain/limits.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { Button, LinkButton } from '../button.tsx'
import { Card } from '../card.tsx'
import { HiddenFields } from '../confirm.tsx'
import { counted, leastOf } from '../text.ts'

// Rows that are changed together: their boxes belong to a form beside the list, so that no form stands in another.

type TickProps = { form: string; name: string; value: string; label: string; amount?: string }

/** `amount`, in pounds, counts in the sum; without it the row's field does. */
export const Tick = ({ label, amount, ...input }: TickProps) => (
  <label className="tick">
    <input type="checkbox" autoComplete="off" aria-label={label} data-tick="" data-amount={amount} {...input} />
  </label>
)

export const TickShown = () => (
  <label className="tick-shown needs-script">
    <input type="checkbox" autoComplete="off" data-tick-shown="" />
    Select all shown
  </label>
)

export function allOf(found: Found): string {
  if (leastOf(found) > MAX_AT_ONCE) return `The first ${MAX_AT_ONCE} of ${counted(found)}`
  return typeof found === 'number' ? `All ${found}` : `The first ${MAX_AT_ONCE}`
}

export const tickAllId = (bar: string): string => `${bar}-all`

export const TickAll = ({ of, all }: { of: string; all: string }) => (
  <label id={tickAllId(of)} className="tick-shown">
    <input type="checkbox" name="all" value="yes" autoComplete="off" data-tick-all={/\d+/.exec(all)?.[0]} />
    {all}
  </label>
)

type TickBarProps = {
  id: string
  action?: string
  label: string
  hidden?: Readonly<Record<string, string>>
  all?: string | null
  /** The page stays after its buttons, which say themselves that they post: scripts do not wait for another. */
  downloads?: boolean
  children: ReactNode
}

export const TickBar = ({ id, action, label, hidden, all, downloads, children }: TickBarProps) => (
  <form
    id={id}
    className="tick-bar"
    method={downloads ? 'get' : 'post'}
    action={action}
    aria-label={label}
    data-ticks=""
  >
    <HiddenFields values={hidden} />
    <output data-ticked="">Selected</output>
    {all && <TickAll of={id} all={all} />}
    {children}
    <button type="button" className="button quiet small needs-script" data-untick="">
      Clear
    </button>
  </form>
)

type TickButtonProps = {
  id?: string
  action: string
  children: string
  primary?: boolean
  'data-key'?: string
  /** Of the bar, where the button stands elsewhere. */
  form?: string
  name?: string
  value?: string
}

export const TickButton = ({ action, children, primary, ...marks }: TickButtonProps) => (
  <Button
    formMethod="post"
    formAction={action}
    hx-post={action}
    hx-target="#dialog"
    hx-swap="innerHTML"
    hx-disable="this"
    size="small"
    variant={primary ? 'primary' : 'secondary'}
    {...marks}
  >
    {children}
  </Button>
)

export const TICKED_RESULT = 'ticked-result'

export type RefusedItem = { id: string; ref: string | null; href?: string; message: string }

export type TickedOutcome = { title: string; refused: readonly RefusedItem[] }

const Reasons = ({ refused }: { refused: readonly RefusedItem[] }) => (
  <ul>
    {refused.map(({ id, ref, href, message }) => (
      <li key={id} data-refused={id}>
        {href ? (
          <a href={href} data-dialog="">
            {ref}
          </a>
        ) : (
          (ref ?? 'No longer there')
        )}
        : {message}
      </li>
    ))}
  </ul>
)

export const TickedResult = ({ outcome }: { outcome?: TickedOutcome }) => (
  <div id={TICKED_RESULT} data-done={outcome && ''}>
    {outcome && outcome.refused.length > 0 && (
      <section className="notice" aria-labelledby="ticked-title">
        <h2 id="ticked-title" tabIndex={-1}>
          {outcome.title}
        </h2>
        <Reasons refused={outcome.refused} />
      </section>
    )}
  </div>
)

export const TickedResultPage = (props: { frame: PageFrame; title: string; back: string; outcome: TickedOutcome }) => (
  <Page {...props.frame} title={props.title} width="narrow">
    <Card title={props.outcome.title}>
      <Reasons refused={props.outcome.refused} />
      <LinkButton href={props.back}>Back to the list</LinkButton>
    </Card>
  </Page>
)
