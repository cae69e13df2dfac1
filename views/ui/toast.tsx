import { Icon } from './icon.tsx'

export type ToastMessage = {
  title: string
  text?: string
  /** 'destructive' interrupts a screen reader. */
  kind?: 'destructive'
}

export const Toast = ({ title, text, kind }: ToastMessage) => (
  <div className={kind ? `toast ${kind}` : 'toast'} role={kind ? 'alert' : 'status'}>
    <Icon name={kind ? 'alert' : 'done'} />
    <div>
      <p className="toast-title">{title}</p>
      {text && <p>{text}</p>}
    </div>
    <button type="button" className="button quiet needs-script" data-dismiss aria-label="Dismiss">
      <Icon name="close" />
    </button>
  </div>
)
