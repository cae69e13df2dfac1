import type { ReactNode } from 'react'

export const PropertyCell = ({ href, name, children }: { href: string; name: string; children: ReactNode }) => (
  <>
    <a className="cell" href={href}>
      {name}
    </a>
    <span className="hint cell">{children}</span>
  </>
)
