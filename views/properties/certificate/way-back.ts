import type { Role } from '#src/domain/account/account.ts'
import { certificatesHref } from '#src/domain/property/certificate/found.ts'
import { type Property, propertyHref } from '#src/domain/property/property.ts'

export const wayBack = (role: Role | null, property?: Property) =>
  property
    ? { back: propertyHref(property.key, role), backLabel: `Back to ${property.propertyName}` }
    : { back: certificatesHref(role), backLabel: 'Back to Certificates' }
