import { daysLater, relativeDay, today } from '../../dates.ts'
import type { Certificate } from './certificate.ts'

export const SOON_DAYS = 30

/** Days before its end at which a certificate's agents are reminded, and once more when it is late. */
export const REMINDED_BEFORE = [60, SOON_DAYS, 7] as const
export const REMINDED_LATE = 0

type Kept = Pick<Certificate, 'replacedBy' | 'excuse'>
type Ending = Kept & Pick<Certificate, 'endsOn'>

export const isCertificateCurrent = ({ replacedBy, excuse }: Kept): boolean =>
  replacedBy === null && excuse !== 'not_here'

export const isCertificateLate = (certificate: Ending, day = today()): boolean =>
  isCertificateCurrent(certificate) && certificate.endsOn < day

export const isCertificateSoon = (certificate: Ending, day = today()): boolean =>
  isCertificateCurrent(certificate) && certificate.endsOn >= day && certificate.endsOn <= daysLater(day, SOON_DAYS)

/** 'Ended 3 days ago', 'Ends tomorrow', 'In force'. */
export function certificateStanding(certificate: Ending, day = today()): string {
  const when = relativeDay(certificate.endsOn, day)
  if (isCertificateLate(certificate, day)) return `Ended ${when}`
  return isCertificateSoon(certificate, day) ? `Ends ${when}` : 'In force'
}
