import { fullName, type ManagedRole, type Person } from '#src/domain/account/account.ts'
import { accountPath } from './rows.tsx'

type Linked = Pick<Person, 'id' | 'deletedAt'>
type PersonLinkProps = {
  of: (Linked & Pick<Person, 'firstName' | 'lastName'>) | null
  kind?: ManagedRole
  name?: string
}

export const personPath = (of: Linked | null, kind: ManagedRole = 'contractor'): string | null =>
  !of || of.deletedAt ? null : accountPath(kind, of.id)

export const NameLink = ({ name, path }: { name: string; path: string | null }) =>
  path ? <a href={path}>{name || 'No name'}</a> : name

export const PersonLink = ({ of, kind, name = of ? fullName(of) : '' }: PersonLinkProps) => (
  <NameLink name={name} path={personPath(of, kind)} />
)
