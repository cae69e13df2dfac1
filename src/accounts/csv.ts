import type { Account } from '#src/domain/account/account.ts'
import { isAway } from '#src/domain/account/away.ts'
import type { CsvColumn } from '#src/http/respond/csv.ts'

export const ACCOUNT_CSV: readonly CsvColumn<Account>[] = [
  ['id', (account) => account.id],
  ['First Name', (account) => account.firstName],
  ['Last Name', (account) => account.lastName],
  ['Company', (account) => account.company],
  ['E-mail', (account) => account.email],
  ['Username', (account) => account.username],
  ['Phone', (account) => account.phone],
  ['Trades', (account) => account.contractorTypes.join(', ')],
  ['Areas', (account) => account.areas.join(', ')],
  ['VAT Number', (account) => account.vatNumber],
  ['Open Jobs', (account) => account.openJobs],
  ['Created', (account) => account.createdAt.toISOString()],
  ['Away Until', (account) => (isAway(account) ? account.awayUntil : null)],
]
