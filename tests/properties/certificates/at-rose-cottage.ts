import type { Actor } from '#src/domain/account/account.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { checked } from '#src/http/input.ts'
import { addCertificate } from '#src/properties/certificates/actions.ts'
import { shareCertificates } from '#src/properties/certificates/by-link/sharing.ts'
import { CertificateBody, certificateRule } from '#src/properties/certificates/input.ts'
import { dayIn } from '#tests/support/times.ts'

const ADDRESS = '12 Mill Lane, Guildford GU1 3XY'
export const ROSE_COTTAGE = { key: propertyKeyOf(ADDRESS)!, propertyName: 'Rose Cottage', propertyAddress: ADDRESS }

export const aGasCheck = () => ({ reference: 'GS-1', kind: 'gas_safety', doneOn: '2026-05-01' })

export const certify = (user: Actor, sent: object = {}, property = ROSE_COTTAGE) =>
  addCertificate(user, property, checked(CertificateBody, { ...aGasCheck(), ...sent }, certificateRule))

/** A link for a landlord to see one, sent or to copy. */
export async function shareGasCheck(user: Actor, email?: string, agency?: string) {
  const { propertyKey, agencyKey } = await certify(user, { agency })
  return shareCertificates(user, { propertyKey, agencyKey }, { email })
}

/** A gas check that ends so many days from today. */
export const ending = (days: number) => ({ doneOn: dayIn(days - 365), endsOn: dayIn(days) })
