import type { ReactNode } from 'react'

type StatTileProps = {
  label: string
  value: ReactNode
  note?: string
  href?: string
}

export const StatTile = ({ label, value, note, href }: StatTileProps) => {
  const content = (
    <>
      <span className="stat-value">{value}</span>
      <span className="stat-label">{label}</span>
      {note && <span className="hint">{note}</span>}
    </>
  )
  // A large '£1,234,567.89' is too wide for a phone.
  const look = { className: 'stat', 'data-long': String(value).length > 7 ? '' : undefined }
  return href ? (
    <a {...look} href={href}>
      {content}
    </a>
  ) : (
    <div {...look}>{content}</div>
  )
}

export const Stats = ({ id, children }: { id?: string; children: ReactNode }) => (
  <div id={id} className="stats">
    {children}
  </div>
)
