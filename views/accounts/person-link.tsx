import { fullName, type ManagedRole, type Person } from '#src/accounts/account.ts'
import { accountPath } from './rows.tsx'

type PersonLinkProps = {
  of: Pick<Person, 'id' | 'firstName' | 'lastName' | 'deletedAt'> | null
  kind?: ManagedRole
  name?: string
}

/** For administrators: a name that leads to its page, as long as the account is there. */
export const PersonLink = ({ of, kind = 'contractor', name = of ? fullName(of) : '' }: PersonLinkProps) =>
  !of || of.deletedAt ? name : <a href={accountPath(kind, of.id)}>{name || 'No name'}</a>
