import type { ReactNode } from 'react'
import type { Role } from '#src/domain/account/account.ts'
import { propertyPath } from '#src/domain/property/property.ts'
import { oneLine } from '../ui/text.ts'

type PropertyLinkProps = { address: string; reader: Role | null; children?: ReactNode }

/** An address that leads to its property's page, for who has one. */
export const PropertyLink = ({ address, reader, children = oneLine(address) }: PropertyLinkProps) => {
  const path = propertyPath(address, reader)
  return path ? <a href={path}>{children}</a> : children
}
