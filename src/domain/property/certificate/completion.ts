import { isBlank } from '#src/domain/blank.ts'

/** What completing the job of a certificate asks for, by the names of its fields. */
export type CertificateDraft = {
  'certificate.doneOn': string
  'certificate.endsOn': string
  'certificate.reference': string
  'certificate.document': string
  'certificate.unsatisfactory': boolean
}

export const NO_CERTIFICATE: CertificateDraft = {
  'certificate.doneOn': '',
  'certificate.endsOn': '',
  'certificate.reference': '',
  'certificate.document': '',
  'certificate.unsatisfactory': false,
}

export const COMPLETION_DOCUMENT = 'certificate.document'

/** Nothing without a day or a document: then the work was done and nothing certified. */
export function certificateBody(draft: Readonly<Record<string, unknown>>): { certificate?: Record<string, unknown> } {
  const sent = Object.keys(NO_CERTIFICATE).flatMap((name) => {
    const value = draft[name]
    const isFilled = typeof value === 'string' ? !isBlank(value) : value === true
    const isFlag = name.endsWith('unsatisfactory')
    return isFilled ? [[name.slice('certificate.'.length), isFlag || value]] : []
  })
  const certificate = Object.fromEntries(sent)
  return certificate.doneOn || certificate.document ? { certificate } : {}
}
