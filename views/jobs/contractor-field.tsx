import type { ReactNode } from 'react'
import { fullName, type Person } from '#src/domain/account/account.ts'
import { contractorTypeLabel } from '#src/domain/job/contractor-type.ts'
import { openAndLate } from '#src/domain/job/counts.ts'
import type { Job } from '#src/domain/job/job.ts'
import { outwardOf, type Suggested } from '#src/domain/job/suggestion.ts'
import { type Option, SelectField } from '../ui/input/field.tsx'
import { SearchBox } from '../ui/list/search-box.tsx'
import { Searched } from '../ui/list/searched.tsx'

export type Candidate = Suggested<
  Pick<Person, 'id' | 'firstName' | 'lastName' | 'company' | 'email'> & {
    contractorTypes: readonly string[]
    areas: readonly string[]
    openJobs: number
    lateJobs: number
  }
>

type Wanted = Pick<Job, 'contractorType' | 'postcode'>

export type Choice = {
  contractors: readonly Candidate[]
  search?: string
  instead?: string
}

const CHOICE = 'contractor-choice'
const FEW = 20
const BY_EMAIL = 'They get an e-mail with the full job details.'

const candidateLabel = ({ company, email, contractorTypes, areas, openJobs, lateJobs, ...person }: Candidate): string =>
  [
    `${[fullName(person), company].filter(Boolean).join(', ')} (${openAndLate(openJobs, lateJobs)})`,
    email ? '' : 'no e-mail: will not be told',
    contractorTypes.map(contractorTypeLabel).join(', '),
    areas.join(', '),
  ]
    .filter(Boolean)
    .join(' – ')

const common = (labels: (string | null)[], several: string): string =>
  (new Set(labels).size === 1 && labels[0]) || several

/** 'Plumbing in GU1', 'Plumbing', 'In GU1', 'Others'; none where nothing is known to choose by. */
export function groupsFor(
  jobs: readonly Wanted[],
  contractors: readonly Candidate[],
): ((one: Candidate) => string) | undefined {
  if (!contractors.some(({ hasTrade, coversArea }) => hasTrade || coversArea)) return undefined
  const trade = common(
    jobs.map(({ contractorType }) => contractorTypeLabel(contractorType)),
    'All trades',
  )
  const area = common(
    jobs.map(({ postcode }) => outwardOf(postcode)),
    'all areas',
  )
  return ({ hasTrade, coversArea }) => {
    if (hasTrade) return coversArea ? `${trade} in ${area}` : trade
    return coversArea ? `In ${area}` : 'Others'
  }
}

type FieldProps = { name: string; form: string; value?: string; error?: string }
type ChoiceProps = FieldProps &
  Pick<Choice, 'search' | 'instead'> & {
    label: string
    hint: string
    contractors: readonly Candidate[]
    first: readonly Option[]
    groupOf?: (one: Candidate) => string | undefined
  }

export const ContractorChoice = ({ contractors, first, groupOf, search, instead, ...field }: ChoiceProps) => (
  <div id={CHOICE}>
    <Searched search={search} instead={instead} />
    <SelectField
      {...field}
      options={[
        ...first,
        ...contractors.map((one) => ({ value: one.id, label: candidateLabel(one), group: groupOf?.(one) })),
      ]}
    />
  </div>
)

export const ContractorField = ({ jobs, contractors, ...field }: Choice & FieldProps & { jobs: readonly Wanted[] }) => (
  <ContractorChoice
    {...field}
    contractors={contractors}
    label="Contractor"
    hint={contractors.every(({ email }) => email) ? BY_EMAIL : `${BY_EMAIL} Those without an address do not.`}
    first={[{ value: '', label: firstLabel(contractors.length, field.search) }]}
    groupOf={groupsFor(jobs, contractors)}
  />
)

function firstLabel(count: number, search: string | undefined): string {
  if (search) return count ? `Choose a contractor (${count} found)` : 'No contractor has these words'
  return count ? 'Choose a contractor' : 'There are no contractors yet'
}

type ContractorSearchProps = {
  action: string
  post?: boolean
  children?: ReactNode
} & Pick<Choice, 'contractors' | 'search'>

export const ContractorSearch = ({ action, post, contractors, search, children }: ContractorSearchProps) =>
  contractors.length > FEW || search ? (
    <SearchBox
      action={action}
      label="Find by name, company, trade or area..."
      value={search}
      target={`#${CHOICE}`}
      keepAddress
      post={post}
    >
      {children}
    </SearchBox>
  ) : null
