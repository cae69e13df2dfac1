import type { ReactNode } from 'react'

type StatTileProps = {
  label: string
  value: ReactNode
  /** What the figure counts, where its name alone might mean another one. */
  note?: string
  href?: string
}

/** One figure with its name, as a link when there is a list behind it. */
export const StatTile = ({ label, value, note, href }: StatTileProps) => {
  const content = (
    <>
      <span className="stat-value">{value}</span>
      <span className="stat-label">{label}</span>
      {note && <span className="hint">{note}</span>}
    </>
  )
  // A phone has no width for a large '£1,234,567.89'.
  const look = { className: 'stat', 'data-long': String(value).length > 7 ? '' : undefined }
  return href ? (
    <a {...look} href={href}>
      {content}
    </a>
  ) : (
    <div {...look}>{content}</div>
  )
}

/** A row of tiles. */
export const Stats = ({ id, children }: { id?: string; children: ReactNode }) => (
  <div id={id} className="stats">
    {children}
  </div>
)
