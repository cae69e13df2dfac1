import { dayOf } from '../../dates.ts'
import { type Certificate, certificateTitle } from './certificate.ts'

export type CertificatePurpose = 'renewal' | 'remedy'

type Issue = Pick<Certificate, 'kind' | 'name' | 'doneOn' | 'reference'>

export function issueOf(certificate: Issue, purpose: CertificatePurpose, endsOn: string, day: string): string {
  const { reference, doneOn } = certificate
  const named = reference ? ` (${reference})` : ''
  if (purpose === 'remedy')
    return `The electrical report of ${dayOf(doneOn)}${named} is unsatisfactory. What it found is to be put right by ${dayOf(endsOn)}.`
  const ends = endsOn < day ? 'ended' : 'ends'
  return `${certificateTitle(certificate)} is due: what was done on ${dayOf(doneOn)}${named} ${ends} on ${dayOf(endsOn)}.`
}
