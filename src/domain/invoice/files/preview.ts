import type { Books, Codes, Program } from './program.ts'

export type FileSums = { count: number; rows: number; net: number; vat: number; amount: number }

export type ExportedOn = { program: Program; books: Books; at: Date }

/** Numbers of the first invoices that were voided since, of which the program must be told by hand; `count` of all. */
export type LeftByHand = { numbers: readonly string[]; count: number }

/** A file as its page shows it before it is downloaded; money in pence. */
export type ShownFile = {
  program: Program
  books: Books
  mayBe: readonly Books[]
  /** As the address has them. */
  filter: Readonly<Record<string, string>>
  sinceLast: boolean
  last: Date | null
  sums: FileSums
  headings: readonly string[]
  rows: readonly (readonly string[])[]
  isZip: boolean
  byHand: LeftByHand
  codes: Codes
  contacts: readonly string[]
}
