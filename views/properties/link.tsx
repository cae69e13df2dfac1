import type { ReactNode } from 'react'
import type { Role } from '#src/domain/account/account.ts'
import { propertyPath } from '#src/domain/property/property.ts'
import { oneLine } from '../ui/text.ts'

type PropertyLinkProps = {
  address: string
  reader: Role | null
  /** Without words beside it: a finger needs more room then. */
  alone?: boolean
  children?: ReactNode
}

export const PropertyLink = ({ address, reader, alone, children = oneLine(address) }: PropertyLinkProps) => {
  const path = propertyPath(address, reader)
  if (!path) return children
  return (
    <a href={path} className={alone ? 'map-link' : undefined}>
      {children}
    </a>
  )
}
