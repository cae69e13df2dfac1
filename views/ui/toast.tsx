import { Icon } from './icon.tsx'

export type ToastMessage = {
  title: string
  text?: string
  /** 'destructive' for failures: it interrupts a screen reader. */
  kind?: 'destructive'
  /** The key of the form that was taken: what the browser keeps of it may go. */
  taken?: string
}

/** One message in the region #toasts: floating for five seconds, or a banner where there is no JavaScript. */
export const Toast = ({ title, text, kind }: ToastMessage) => (
  <div className={kind ? `toast ${kind}` : 'toast'} role={kind ? 'alert' : 'status'}>
    <Icon name={kind ? 'alert' : 'done'} />
    <div>
      <p className="toast-title">{title}</p>
      {text && <p>{text}</p>}
    </div>
    <button type="button" className="button quiet" data-dismiss aria-label="Dismiss">
      <Icon name="close" />
    </button>
  </div>
)
