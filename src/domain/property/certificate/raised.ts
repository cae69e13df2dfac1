import { dayOf } from '../../dates.ts'
import { type Certificate, certificateTitle } from './certificate.ts'

export const CERTIFICATE_PURPOSES = ['renewal', 'remedy'] as const
export type CertificatePurpose = (typeof CERTIFICATE_PURPOSES)[number]

type Issue = Pick<Certificate, 'kind' | 'name' | 'doneOn' | 'reference'>

export function issueOf(certificate: Issue, purpose: CertificatePurpose, endsOn: string, day: string): string {
  const { reference, doneOn } = certificate
  const named = reference ? ` (${reference})` : ''
  if (purpose === 'remedy')
    return `The electrical report of ${dayOf(doneOn)}${named} is unsatisfactory. What it found is to be put right by ${dayOf(endsOn)}.`
  const ends = endsOn < day ? 'ended' : 'ends'
  return `${certificateTitle(certificate)} is due: what was done on ${dayOf(doneOn)}${named} ${ends} on ${dayOf(endsOn)}.`
}

/** What a job was raised for. */
export type JobCertificate = Pick<Certificate, 'kind' | 'name' | 'endsOn'> & { purpose: CertificatePurpose }

export function raisedFor(job: { certificate: JobCertificate | string | null }): JobCertificate | null {
  const { certificate } = job
  return typeof certificate === 'string' ? (JSON.parse(certificate) as JobCertificate) : certificate
}

export function renewedBy(job: Parameters<typeof raisedFor>[0]): JobCertificate | null {
  const certificate = raisedFor(job)
  return certificate?.purpose === 'renewal' ? certificate : null
}
