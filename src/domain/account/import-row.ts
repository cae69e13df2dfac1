import type { ManagedRole } from './account.ts'

export type ImportRole = ManagedRole

export const MAX_ROWS = 500

export const IMPORT_FIELDS = {
  firstName: 'First name',
  lastName: 'Last name',
  username: 'Username',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  vatNumber: 'VAT number',
  contractorTypes: 'Trades',
  areas: 'Areas',
} as const
export type ImportField = keyof typeof IMPORT_FIELDS

export type JudgedRow = {
  line: number
  typed: Readonly<Record<string, unknown>>
  errors: Readonly<Record<string, string>>
}

export const isWrong = ({ errors }: Pick<JudgedRow, 'errors'>): boolean => Object.keys(errors).length > 0
