import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'

export const EmptyState = (props: { title: string; text?: string; icon?: IconName; children?: ReactNode }) => (
  <div className="empty">
    <Icon name={props.icon ?? 'list'} />
    <p className="empty-title">{props.title}</p>
    {props.text && <p>{props.text}</p>}
    {props.children}
  </div>
)
