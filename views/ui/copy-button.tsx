import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** `what` names the text: 'Email' for 'Email copied to clipboard'. */
export const CopyButton = ({ text, what, label }: { text: string; what: string; label?: string }) => (
  <button
    type="button"
    className="button quiet small copy needs-script"
    data-copy={text}
    data-copy-what={what}
    data-tooltip="Copy"
  >
    <Icon name="copy" />
    <span className="visually-hidden">{label ?? `Copy ${what.toLowerCase()}`}</span>
  </button>
)

type ShownOnceProps = { title: ReactNode; text: string; what: string; more?: ReactNode; note?: string }

/** What was just made, and is told only now. `what` names it as for CopyButton. */
export const ShownOnce = ({ title, text, what, more, note = '.' }: ShownOnceProps) => (
  <div className="token-made">
    {/* biome-ignore lint/a11y/noAutofocus: whoever just made it must find it */}
    <h3 tabIndex={-1} autoFocus>
      {title}
    </h3>
    <p className="token">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </p>
    {more}
    <p className="notice">{`Please copy it now: it is shown this once${note}`}</p>
  </div>
)
