import { type Static, Type } from '@sinclair/typebox'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import {
  CERTIFICATE_EXCUSE_NAMES,
  CERTIFICATE_KIND_NAMES,
  type Certificate,
  type CertificateKind,
} from '#src/domain/property/certificate/certificate.ts'
import { MAX_CERTIFICATE_MONTHS, wrongCertificate } from '#src/domain/property/certificate/renewal.ts'
import type { Property } from '#src/domain/property/property.ts'
import { checked, type Judged, judged, type Typed, textsOf } from '#src/http/input.ts'

const kind = Type.Union(
  CERTIFICATE_KIND_NAMES.map((name) => Type.Literal(name)),
  { error: `Please choose one of: ${CERTIFICATE_KIND_NAMES.join(', ')}` },
)
const day = (missing: string) => Type.String({ maxLength: 10, error: missing })
const text = (most: number) => Type.Optional(Type.String({ maxLength: most, error: 'Must be a text' }))

export const CertificateBody = Type.Object({
  kind,
  name: text(100),
  months: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_CERTIFICATE_MONTHS,
      error: `Must be a number of months from 1 to ${MAX_CERTIFICATE_MONTHS}`,
    }),
  ),
  doneOn: day('Please enter the day on which it was done'),
  endsOn: Type.Optional(day('Must be a day such as 2027-03-10')),
  doneBy: text(200),
  reference: text(100),
  unsatisfactory: Type.Optional(Type.Boolean({ error: 'Must be true or false' })),
  remedyBy: Type.Optional(day('Must be a day such as 2027-03-10')),
  agency: text(200),
})
type Sent = Static<typeof CertificateBody>

/** As a certificate keeps it; without `endsOn` the end follows from the kind. */
export type CertificateInput = Pick<
  Certificate,
  'name' | 'months' | 'doneOn' | 'doneBy' | 'reference' | 'unsatisfactory' | 'remedyBy'
> & { kind: CertificateKind; endsOn: string | null; agency?: string }

const { doneOn, endsOn, doneBy, reference, unsatisfactory, remedyBy } = CertificateBody.properties
const document = text(2000)
export const CertificateRenewal = Type.Object(
  { doneOn, endsOn, doneBy, reference, unsatisfactory, remedyBy, document },
  { error: 'Must have the day on which it was done', $id: 'CertificateRenewal' },
)
export type CertificateRenewal = Static<typeof CertificateRenewal>

const HAS_MONTHS: readonly CertificateKind[] = ['other', 'legionella']

export const certificateRule = (sent: Sent): Judged<CertificateInput> =>
  judged(certificateKept(sent), wrongCertificate(sent))

export function certificateKept(sent: Sent): CertificateInput {
  const { unsatisfactory = false } = sent
  return {
    kind: sent.kind,
    name: sent.kind === 'other' ? (sent.name ?? '') : '',
    months: HAS_MONTHS.includes(sent.kind) ? (sent.months ?? null) : null,
    doneOn: sent.doneOn,
    endsOn: sent.endsOn ?? null,
    doneBy: sent.doneBy ?? null,
    reference: sent.reference ?? null,
    unsatisfactory,
    remedyBy: unsatisfactory ? (sent.remedyBy ?? null) : null,
    agency: sent.agency,
  }
}

const notHere = Type.Optional(
  Type.Boolean({
    description: 'True where there is none to have, such as gas: no job is raised. False asks for it again.',
    error: 'Must be true or false',
  }),
)
const place = (error: string) => Type.String({ minLength: 1, maxLength: 500, error })

export const NewCertificate = Type.Object(
  {
    propertyName: place('Please enter the name of the property'),
    propertyAddress: place('Please enter the address'),
    ...CertificateBody.properties,
    doneOn: Type.Optional(doneOn),
    document,
    notHere,
  },
  { $id: 'NewCertificate' },
)

export type SentCertificate = {
  property: Property
  excused: ExcuseInput
  input: CertificateInput | null
  document?: string
  notHere?: boolean
}

export function newCertificateRule(sent: Static<typeof NewCertificate>): Judged<SentCertificate> {
  const { propertyName, propertyAddress, document, notHere, kind, name, agency } = sent
  const whole = { ...sent, doneOn: sent.doneOn ?? '' }
  const isAdded = notHere === undefined || Boolean(sent.doneOn ?? sent.endsOn ?? document)
  const key = propertyKeyOf(propertyAddress)
  const wrong = {
    ...(isAdded && wrongCertificate(whole)),
    ...(!key && { propertyAddress: 'Please enter the address' }),
  }
  const property = { key: key ?? '', propertyName, propertyAddress }
  const input = isAdded ? certificateKept(whole) : null
  return judged(
    { property, excused: { kind, name, agency }, input, document, notHere },
    wrong as Record<string, string>,
  )
}

const { agency: _, ...CHANGEABLE } = CertificateBody.properties
export const CertificateChange = Type.Partial(Type.Object({ ...CHANGEABLE, document, notHere }), {
  keepEmpty: true,
  $id: 'CertificateChange',
})
export type CertificateChange = Static<typeof CertificateChange>

/** What is sent as '' is emptied. Throws Invalid. */
export function changedCertificate(before: Certificate, change: CertificateChange): CertificateInput {
  const { kind, name, months, doneOn, doneBy, reference, unsatisfactory, remedyBy } = before
  const isChanged = (field: 'kind' | 'months' | 'doneOn') =>
    field in change && (change[field] || null) !== before[field]
  const isAnotherEnd = (['kind', 'months', 'doneOn'] as const).some(isChanged) && before.kind !== 'electrical'
  const known = { kind, name, months, doneOn, doneBy, reference, unsatisfactory, remedyBy }
  const whole = { ...known, endsOn: isAnotherEnd ? null : before.endsOn, ...change }
  const filled = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== '' && value !== null))
  return checked(CertificateBody, filled, certificateRule)
}

export const ExcuseBody = Type.Object({
  kind,
  name: text(100),
  excuse: Type.Optional(
    Type.Union(
      CERTIFICATE_EXCUSE_NAMES.map((one) => Type.Literal(one)),
      { error: 'Please choose one of the list' },
    ),
  ),
  agency: text(200),
})
export type ExcuseInput = Static<typeof ExcuseBody>

export function certificateSent(typed: Typed): Record<string, unknown> {
  const { months = '', unsatisfactory, ...texts } = textsOf(typed)
  const count = Number(months)
  return { ...texts, ...(months.trim() && { months: count }), unsatisfactory: unsatisfactory === 'yes' }
}
