import { type HeldPerson, mayBeMore, personKind } from '#src/domain/account/person/person.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { type ColumnOf, ItemTable } from '../../ui/list/data-table.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { SearchBox } from '../../ui/list/search-box.tsx'
import { Searched } from '../../ui/list/searched.tsx'
import { counted } from '../../ui/text.ts'

export const PEOPLE = '/admin/people'
const FOUND = 'people-found'

const COLUMNS: readonly ColumnOf<HeldPerson>[] = [
  { label: 'Name', cell: ({ id, name }) => <a href={`${PEOPLE}/${id}`}>{name || 'No name'}</a> },
  { label: 'Who', cell: (person) => personKind(person) + (person.deletedAt ? ', deleted' : '') },
  { label: 'Email', cell: ({ email }) => email },
  { label: 'Phone', cell: ({ phone }) => phone },
  { label: 'Jobs', align: 'end', cell: ({ jobs }) => counted(jobs) },
]

type FoundProps = { people: readonly HeldPerson[]; search: string; instead?: string }

export const PeopleFound = ({ people, search, instead }: FoundProps) => (
  <section id={FOUND} aria-label="People">
    <Searched search={search} instead={instead} shown={people.length} />
    {people.length > 0 ? (
      <>
        {mayBeMore(people) && (
          <p className="hint">Only the first are shown. Please search for more of the name, or the phone.</p>
        )}
        <ItemTable caption="People found" columns={COLUMNS} items={people} />
      </>
    ) : (
      <EmptyState
        icon="users"
        title={search ? 'Nobody is found' : 'Whose data?'}
        text={
          search ? undefined : 'Search by name, e-mail or phone: accounts, deleted ones too, and tenants of all jobs'
        }
      />
    )}
  </section>
)

export const PeoplePage = ({ frame, ...found }: FoundProps & { frame: PageFrame }) => (
  <Page
    {...frame}
    title="Personal Data"
    subtitle="Export or erase what is held on a person"
    back={{ href: '/admin/accounts', label: 'Back to Account Management' }}
    width="wide"
  >
    <SearchBox action={PEOPLE} label="Search people..." value={found.search} target={`#${FOUND}`} />
    <PeopleFound {...found} />
  </Page>
)
