import type { ReactNode } from 'react'

/** One figure with its name, as a link when there is a list behind it. */
export const StatTile = ({ label, value, href }: { label: string; value: ReactNode; href?: string }) => {
  const content = (
    <>
      <span className="stat-value">{value}</span>
      <span className="stat-label">{label}</span>
    </>
  )
  // A phone has no width for a large '£1,234,567.89'.
  const className = String(value).length > 7 ? 'stat long' : 'stat'
  return href ? (
    <a className={className} href={href}>
      {content}
    </a>
  ) : (
    <div className={className}>{content}</div>
  )
}

/** A row of tiles. */
export const Stats = ({ id, children }: { id?: string; children: ReactNode }) => (
  <div id={id} className="stats">
    {children}
  </div>
)
