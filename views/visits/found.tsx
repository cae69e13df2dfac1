import type { Role } from '#src/domain/account/account.ts'
import type { Found } from '#src/domain/limits.ts'
import { OUTCOME_LABELS } from '#src/domain/visit/visit.ts'
import { FiltersSet } from '../jobs/filters.tsx'
import { Page, type PageFrame } from '../layout.tsx'
import { LinkButton } from '../ui/button.tsx'
import { CardList } from '../ui/card.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { optionsOrAll } from '../ui/input/options.ts'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { FilterSelect, SearchBox } from '../ui/list/search-box.tsx'
import { Searched } from '../ui/list/searched.tsx'
import { counted } from '../ui/text.ts'
import { VisitCard, type VisitOfHistory } from './history.tsx'

type FoundVisitsProps = {
  visits: readonly VisitOfHistory[]
  role: Role | null
  search: string
  by: Readonly<Record<string, string>>
  set: readonly string[]
  found: Found
  instead?: string
  nextHref: string | null
  exportHref: string
}

const FOUND_VISITS = 'found-visits'
const outcomes = optionsOrAll('All outcomes', OUTCOME_LABELS)

export const FoundVisitsPage = ({ frame, ...list }: { frame: PageFrame } & FoundVisitsProps) => {
  const { outcome, ...others } = list.by
  return (
    <Page {...frame} title="Visits" width="wide">
      <SearchBox action="/visits" label="Search visits..." value={list.search} target={`#${FOUND_VISITS}`}>
        <FilterSelect name="outcome" label="Outcome" value={outcome} options={outcomes} />
        <HiddenFields values={others} />
      </SearchBox>
      <FiltersSet set={list.set} clear="/visits" />
      <FoundVisits {...list} />
    </Page>
  )
}

export const FoundVisits = (list: FoundVisitsProps) => (
  <section id={FOUND_VISITS} aria-label="Visits">
    <div className="list-head">
      <p role="status">
        <strong>{`${counted(list.found)} ${list.found === 1 ? 'visit' : 'visits'}`}</strong>
      </p>
      <LinkButton href={list.exportHref} download="" size="small" icon="download">
        Export Visits
      </LinkButton>
    </div>
    <Searched search={list.search} instead={list.instead} />
    {list.visits.length === 0 ? (
      <EmptyState icon="visit" title="No visits" />
    ) : (
      <CardList columns>
        <FoundVisitItems {...list} />
      </CardList>
    )}
  </section>
)

export const FoundVisitItems = ({ visits, role, nextHref }: Pick<FoundVisitsProps, 'visits' | 'role' | 'nextHref'>) => (
  <>
    {visits.map((visit) => (
      <VisitCard key={visit.id} visit={visit} role={role} />
    ))}
    {nextHref && <LoadMore href={nextHref} />}
  </>
)
