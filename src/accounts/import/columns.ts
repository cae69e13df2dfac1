import { areasIn } from '#src/domain/account/areas.ts'
import type { ImportField } from '#src/domain/account/import-row.ts'
import { CONTRACTOR_TYPES, TRADES } from '#src/domain/job/contractor-type.ts'
import type { Typed } from '#src/http/input.ts'
import { namelessCells, type Table } from './table.ts'

const NAMES: Record<ImportField, string[]> = {
  firstName: ['firstname', 'forename', 'givenname', 'first'],
  lastName: ['lastname', 'surname', 'familyname', 'last'],
  username: ['username', 'user', 'login'],
  email: ['email', 'emailaddress', 'mail'],
  phone: ['phone', 'phonenumber', 'telephone', 'tel', 'mobile'],
  company: ['company', 'companyname', 'agency', 'business', 'organisation'],
  vatNumber: ['vat', 'vatnumber', 'vatno', 'vatregistration'],
  contractorTypes: ['contractortypes', 'trades', 'trade'],
  areas: ['areas', 'area', 'postcodes', 'postcodeareas', 'districts'],
}

const bare = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')

const fieldNamed = (heading: string): ImportField | undefined =>
  (Object.keys(NAMES) as ImportField[]).find((field) => NAMES[field].includes(bare(heading)))

export function rowsOf(table: Table): { rows: { line: number; typed: Typed }[]; problems: string[] } {
  const { header, rows } = table
  const fields = header.map(fieldNamed)
  const unknown = header.filter((heading, index) => heading && !fields[index])
  const twice = header.filter((_, index) => fields[index] && fields.indexOf(fields[index]) !== index)
  return {
    rows: rows.map(({ line, cells }) => ({ line, typed: typedIn(fields, cells) })),
    problems: [
      ...unknown.map((heading) => `The column '${heading.slice(0, 100)}' is not known.`),
      ...twice.map((heading) => `The column '${heading.slice(0, 100)}' is there already.`),
      ...namelessCells(table),
    ].slice(0, 10),
  }
}

function typedIn(fields: (ImportField | undefined)[], cells: string[]): Typed {
  const typed: Typed = {}
  for (const [index, cell] of cells.entries()) {
    const field = fields[index]
    if (!field || cell === '') continue
    typed[field] = field === 'contractorTypes' ? tradesIn(cell) : field === 'areas' ? areasIn(cell) : cell
  }
  return typed
}

const TRADE_BY_WORD = new Map(
  TRADES.flatMap((trade) => [trade, CONTRACTOR_TYPES[trade]].map((word) => [bare(word), trade])),
)

const tradesIn = (cell: string): string[] =>
  cell
    .split(/[,;|/]/)
    .filter((word) => word.trim())
    .map((word) => TRADE_BY_WORD.get(bare(word)) ?? word.trim())
