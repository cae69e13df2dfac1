import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { agencyKeyOf } from '#src/domain/invoice/invoice.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import type { Certificate } from '#src/domain/property/certificate/certificate.ts'
import {
  type CertificateImportField,
  type certificateRow,
  isNewRow,
  isWrongRow,
  type JudgedCertificateRow,
} from '#src/domain/property/certificate/import-row.ts'
import { certificateEnd } from '#src/domain/property/certificate/renewal.ts'
import { check } from '#src/http/input.ts'
import { CertificateBody, type CertificateInput, certificateRule } from '#src/properties/certificates/input.ts'

export type GivenRow = { line: number } & ReturnType<typeof certificateRow>

type Place = Pick<Certificate, 'agencyKey' | 'propertyKey' | 'kind' | 'name'>
type KeptThere = Place & Pick<Certificate, 'doneOn' | 'endsOn'>

type NewCertificate = Omit<CertificateInput, 'agency' | 'endsOn'> &
  Place &
  Pick<Certificate, 'agency' | 'propertyName' | 'propertyAddress' | 'endsOn'>

export type JudgedCertificate = JudgedCertificateRow & { made: NewCertificate | null }

const chainOf = ({ agencyKey, propertyKey, kind, name }: Place): string =>
  JSON.stringify([agencyKey, propertyKey, kind, name.toLowerCase()])

export const propertyKeysOf = (rows: readonly GivenRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ typed: { propertyAddress } }) => (propertyAddress && propertyKeyOf(propertyAddress)) || []),
  ),
]

type Known = { agencies: readonly string[]; kept: readonly KeptThere[] }

/** `kept` are those of the properties of the rows. Nothing is read or written. */
export function judgeCertificates(
  user: Pick<Actor, 'role' | 'company'>,
  given: readonly GivenRow[],
  { agencies, kept }: Known,
): JudgedCertificate[] {
  const nameOf = new Map(agencies.map((name) => [agencyKeyOf(name), name]))
  const judged = given.map((row) => judgeRow(user, row, nameOf))
  const chains = Map.groupBy<string, KeptThere>(kept, chainOf)
  const lineOf = new Map<string, number>()
  // In the order in which they were done: an end may follow from the one before.
  for (const row of judged
    .filter((one) => one.made)
    .toSorted((one, other) => (one.made!.doneOn < other.made!.doneOn ? -1 : 1))) {
    const made = row.made!
    const place = chainOf(made)
    const chain = chains.get(place) ?? []
    const same = `${place} ${made.doneOn}`
    const before = lineOf.get(same)
    if (before !== undefined) Object.assign(row, { errors: { doneOn: `It is in line ${before} too` }, made: null })
    else if (chain.some(({ doneOn }) => doneOn === made.doneOn)) Object.assign(row, { isThere: true, made: null })
    else {
      const previous = chain.filter(({ doneOn }) => doneOn < made.doneOn).reduce(latest, null)
      made.endsOn = certificateEnd({ ...made, endsOn: made.endsOn || null }, previous?.endsOn ?? null)
      row.endsOn = made.endsOn
      chains.set(place, [...chain, made])
    }
    if (before === undefined) lineOf.set(same, row.line)
  }
  return judged
}

const latest = (one: KeptThere | null, other: KeptThere): KeptThere =>
  one === null || other.doneOn >= one.doneOn ? other : one

type Errors = Partial<Record<CertificateImportField, string>>

function judgeRow(
  user: Pick<Actor, 'role' | 'company'>,
  { line, typed, sent }: GivenRow,
  nameOf: ReadonlyMap<string, string>,
): JudgedCertificate {
  const { propertyAddress = '', propertyName, ...rest } = sent
  const { value, errors } = check(CertificateBody, { ...rest }, certificateRule)
  const propertyKey = propertyKeyOf(propertyAddress)
  const agency = agencyOf(user, typed.agency, nameOf)
  const wrong: Errors = {
    ...errors,
    ...(propertyKey === null && { propertyAddress: 'Please enter an address' }),
    ...(propertyAddress.length > 500 && { propertyAddress: 'Please use at most 500 characters' }),
    ...((propertyName?.length ?? 0) > 200 && { propertyName: 'Please use at most 200 characters' }),
    ...agency.errors,
  }
  const row = { line, typed, errors: wrong, isThere: false, endsOn: null, made: null }
  if (isWrongRow(row) || !value || propertyKey === null) return row
  const { agency: _, endsOn, ...input } = value
  const made: NewCertificate = {
    ...input,
    ...{ endsOn: endsOn ?? '', agency: agency.name, agencyKey: agencyKeyOf(agency.name), propertyKey, propertyAddress },
    propertyName: propertyName || propertyAddress.split(/[,\n]/)[0]!.trim(),
  }
  return { ...row, made }
}

function agencyOf(
  user: Pick<Actor, 'role' | 'company'>,
  typed: string | undefined,
  nameOf: ReadonlyMap<string, string>,
): { name: string; errors?: Errors } {
  if (isAdmin(user)) {
    const name = typed && nameOf.get(agencyKeyOf(typed))
    return name
      ? { name }
      : { name: '', errors: { agency: typed ? 'No agent has this agency' : 'Please enter the agency' } }
  }
  const own = user.company?.trim() ?? ''
  if (!own) return { name: '', errors: { agency: 'Your account has no agency' } }
  const isOther = typed !== undefined && agencyKeyOf(typed) !== agencyKeyOf(own)
  return { name: own, ...(isOther && { errors: { agency: `Your agency is ${own}` } }) }
}

export const newOnes = (rows: readonly JudgedCertificate[]): NewCertificate[] =>
  rows.flatMap((row) => (isNewRow(row) && row.made) || [])
