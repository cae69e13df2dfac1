import type { ContractorType } from '../../job/contractor-type.ts'

export const CERTIFICATE_KINDS = {
  gas_safety: 'Gas safety',
  electrical: 'Electrical (EICR)',
  epc: 'Energy performance (EPC)',
  alarms: 'Smoke and CO alarms',
  legionella: 'Legionella review',
  appliances: 'Portable appliances',
  other: 'Other',
} as const
export type CertificateKind = keyof typeof CERTIFICATE_KINDS
export const CERTIFICATE_KIND_NAMES = Object.keys(CERTIFICATE_KINDS) as [CertificateKind, ...CertificateKind[]]

export const CERTIFICATE_TRADES: Record<CertificateKind, ContractorType> = {
  gas_safety: 'heating_gas',
  electrical: 'electrical',
  epc: 'other',
  alarms: 'electrical',
  legionella: 'plumbing',
  appliances: 'appliances',
  other: 'other',
}

export const CERTIFICATE_EXCUSES = { not_here: 'Not here', elsewhere: 'Another does it' } as const
export type CertificateExcuse = keyof typeof CERTIFICATE_EXCUSES
export const CERTIFICATE_EXCUSE_NAMES = Object.keys(CERTIFICATE_EXCUSES) as [CertificateExcuse, ...CertificateExcuse[]]
export type ExcusedCertificate = Pick<Certificate, 'kind' | 'name'> & { excuse: CertificateExcuse }

/** Days are 'YYYY-MM-DD' in London. */
export type Certificate = {
  id: string
  agency: string
  agencyKey: string
  propertyKey: string
  propertyName: string
  propertyAddress: string
  kind: CertificateKind
  /** Of the kind 'other'; '' otherwise. */
  name: string
  months: number | null
  doneOn: string
  endsOn: string
  doneBy: string | null
  reference: string | null
  unsatisfactory: boolean
  remedyBy: string | null
  documentPath: string | null
  documentType: string | null
  documentBytes: number | null
  replacedBy: string | null
  excuse: CertificateExcuse | null
  jobId: string | null
  createdBy: string | null
  createdAt: Date
  updatedAt: Date
}

export const certificateTitle = ({ kind, name }: Pick<Certificate, 'kind' | 'name'>): string =>
  name || CERTIFICATE_KINDS[kind]
