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
