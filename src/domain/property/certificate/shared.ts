import type { Property } from '../property.ts'
import type { Certificate } from './certificate.ts'

/** A property's, as one agency keeps them. */
export type CertificatesOf = Pick<Certificate, 'propertyKey' | 'agencyKey'>

/** A property's key has no space. */
export const sharedId = ({ propertyKey, agencyKey }: CertificatesOf): string => `${propertyKey} ${agencyKey}`

export function sharedIn(id: string | null): CertificatesOf {
  const [, propertyKey = '', agencyKey = ''] = /^(\S+) (.+)$/s.exec(id ?? '') ?? []
  return { propertyKey, agencyKey }
}

export const certificateLinksHref = ({ key }: Pick<Property, 'key'>): string =>
  `/properties/${encodeURIComponent(key)}/certificate-links`
