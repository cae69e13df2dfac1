import { typedDay } from '../../dates.ts'
import { CERTIFICATE_KINDS, type CertificateKind } from './certificate.ts'

export const MAX_IMPORTED_CERTIFICATES = 5000

export const CERTIFICATE_IMPORT = {
  propertyAddress: 'Address',
  propertyName: 'Property',
  agency: 'Agency',
  kind: 'Kind',
  name: 'Name',
  months: 'Months',
  doneOn: 'Done on',
  endsOn: 'Ends on',
  doneBy: 'Done by',
  reference: 'Reference',
  unsatisfactory: 'Unsatisfactory',
  remedyBy: 'Put right by',
} as const
export type CertificateImportField = keyof typeof CERTIFICATE_IMPORT

const FIELDS = Object.keys(CERTIFICATE_IMPORT) as CertificateImportField[]

const OTHER_HEADINGS: Record<string, CertificateImportField> = {
  ...{ propertyaddress: 'propertyAddress', propertyname: 'propertyName', type: 'kind', certificate: 'kind' },
  ...{ date: 'doneOn', issued: 'doneOn', issuedon: 'doneOn', inspected: 'doneOn', done: 'doneOn' },
  ...{ expires: 'endsOn', expiry: 'endsOn', expireson: 'endsOn', expirydate: 'endsOn', ends: 'endsOn' },
  ...{ nextdue: 'endsOn', due: 'endsOn', dueon: 'endsOn', validuntil: 'endsOn' },
  ...{ engineer: 'doneBy', inspector: 'doneBy', contractor: 'doneBy', number: 'reference', ref: 'reference' },
  ...{ certificatenumber: 'reference', estateagency: 'agency', company: 'agency' },
}
const PASSED_OVER = ['id', 'document']

const bare = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')

const headed = (heading: string): CertificateImportField | 'passed over' | null => {
  const name = bare(heading)
  if (PASSED_OVER.includes(name)) return 'passed over'
  return FIELDS.find((field) => bare(CERTIFICATE_IMPORT[field]) === name) ?? OTHER_HEADINGS[name] ?? null
}

export function certificateHeadings(header: readonly string[]): {
  fields: (CertificateImportField | null)[]
  problems: string[]
} {
  const found = header.map(headed)
  const fields = found.map((field) => (field === 'passed over' ? null : field))
  const unknown = header.filter((heading, at) => heading && found[at] === null)
  const twice = header.filter((_, at) => fields[at] && fields.indexOf(fields[at]) !== at)
  const missing = (['propertyAddress', 'kind', 'doneOn'] as const).filter((field) => !fields.includes(field))
  return {
    fields,
    problems: [
      ...unknown.map((heading) => `The column '${heading.slice(0, 100)}' is not known.`),
      ...twice.map((heading) => `The column '${heading.slice(0, 100)}' is there already.`),
      ...missing.map((field) => `There is no column '${CERTIFICATE_IMPORT[field]}'.`),
    ].slice(0, 10),
  }
}

const KIND_WORDS: Record<string, CertificateKind> = {
  ...Object.fromEntries(
    (Object.keys(CERTIFICATE_KINDS) as CertificateKind[]).flatMap((kind) =>
      [kind, CERTIFICATE_KINDS[kind]].map((word) => [bare(word), kind]),
    ),
  ),
  ...{
    gas: 'gas_safety',
    cp: 'gas_safety',
    lgsr: 'gas_safety',
    cgsr: 'gas_safety',
    gassafetycertificate: 'gas_safety',
  },
  ...{ gassafetycheck: 'gas_safety', eicr: 'electrical', electric: 'electrical', electrics: 'electrical' },
  ...{
    epc: 'epc',
    energyperformance: 'epc',
    energyperformancecertificate: 'epc',
    smoke: 'alarms',
    smokealarms: 'alarms',
  },
  ...{
    smokealarm: 'alarms',
    coalarms: 'alarms',
    smokeandco: 'alarms',
    lra: 'legionella',
    legionellariskassessment: 'legionella',
  },
  ...{ pat: 'appliances', pattesting: 'appliances', portableappliancetest: 'appliances' },
}

const SAYS_YES = /^(y|yes|true|1|x|unsatisfactory|fail|failed)$/i

/** As the form of a certificate sends it; what is no day stays as it was written, to be refused. */
export function certificateRow(fields: readonly (CertificateImportField | null)[], cells: readonly string[]) {
  const typed: Partial<Record<CertificateImportField, string>> = {}
  for (const [at, cell] of cells.entries()) {
    const field = fields[at]
    // An export guards what a spreadsheet would take for a formula.
    if (field && cell !== '') typed[field] = cell.replace(/^'(?=[=+\-@])/, '')
  }
  const { kind, months, unsatisfactory, ...texts } = typed
  const day = (name: 'doneOn' | 'endsOn' | 'remedyBy') =>
    texts[name] === undefined ? {} : { [name]: typedDay(texts[name]) || texts[name] }
  return {
    typed,
    sent: {
      ...texts,
      ...{ ...day('doneOn'), ...day('endsOn'), ...day('remedyBy') },
      kind: kind === undefined ? undefined : (KIND_WORDS[bare(kind)] ?? kind),
      ...(months !== undefined && { months: Number(months) }),
      unsatisfactory: SAYS_YES.test(unsatisfactory?.trim() ?? ''),
    },
  }
}

export type JudgedCertificateRow = {
  line: number
  typed: Readonly<Partial<Record<CertificateImportField, string>>>
  errors: Readonly<Partial<Record<CertificateImportField, string>>>
  /** The same of that day is kept already. */
  isThere: boolean
  endsOn: string | null
}

export const isWrongRow = ({ errors }: Pick<JudgedCertificateRow, 'errors'>): boolean => Object.keys(errors).length > 0
export const isNewRow = (row: Pick<JudgedCertificateRow, 'errors' | 'isThere'>): boolean =>
  !isWrongRow(row) && !row.isThere
