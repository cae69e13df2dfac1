import { Icon } from './icon.tsx'

/**
 * Copies `text`; `what` names it ('Email', 'Credentials') for '… copied to clipboard' and, without `label`, for the
 * button's label.
 */
export const CopyButton = ({ text, what, label }: { text: string; what: string; label?: string }) => (
  <button type="button" className="button quiet small copy" data-copy={text} data-copy-what={what} data-tooltip="Copy">
    <Icon name="copy" />
    <span className="visually-hidden">{label ?? `Copy ${what.toLowerCase()}`}</span>
  </button>
)
