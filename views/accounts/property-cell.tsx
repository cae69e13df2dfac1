import type { ReactNode } from 'react'

/** Where the work is, as a link, with what tells it from others at the same place. */
export const PropertyCell = ({ href, name, children }: { href: string; name: string; children: ReactNode }) => (
  <>
    <a className="cell" href={href}>
      {name}
    </a>
    <span className="hint cell">{children}</span>
  </>
)
