import type { ReactNode } from 'react'

/** One figure with its name, as a link when there is a list behind it. */
export const StatTile = ({ label, value, href }: { label: string; value: ReactNode; href?: string }) => {
  const content = (
    <>
      <span className={String(value).length > 7 ? 'stat-value long' : 'stat-value'}>{value}</span>
      <span className="stat-label">{label}</span>
    </>
  )
  return href ? (
    <a className="stat" href={href}>
      {content}
    </a>
  ) : (
    <div className="stat">{content}</div>
  )
}

/** A row of tiles. */
export const Stats = ({ id, children }: { id?: string; children: ReactNode }) => (
  <div id={id} className="stats">
    {children}
  </div>
)
