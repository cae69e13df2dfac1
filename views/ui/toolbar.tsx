import type { ReactNode } from 'react'

/** Search and filters on the left, actions on the right, wrapping where it is narrow. */
export const Toolbar = ({ children, actions }: { children?: ReactNode; actions?: ReactNode }) => (
  <div className="toolbar">
    {children}
    {actions && <div className="row">{actions}</div>}
  </div>
)
