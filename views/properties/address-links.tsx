import type { Role } from '#src/domain/account/account.ts'
import { propertyPath } from '#src/domain/property/property.ts'
import { MapLink } from '../jobs/contacts.tsx'
import { PropertyLink } from './link.tsx'

export const AddressLinks = ({ address, reader }: { address: string; reader: Role | null }) => (
  <>
    <MapLink address={address} />
    {propertyPath(address, reader) && (
      <PropertyLink address={address} reader={reader}>
        All about this property
      </PropertyLink>
    )}
  </>
)
