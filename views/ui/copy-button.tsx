import { Icon } from './icon.tsx'

/** Copies `text`; `what` names it ('Email', 'Credentials') for the button's label and for '… copied to clipboard'. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => (
  <button type="button" className="button quiet small copy" data-copy={text} data-copy-what={what} data-tooltip="Copy">
    <Icon name="copy" />
    <span className="visually-hidden">Copy {what.toLowerCase()}</span>
  </button>
)
