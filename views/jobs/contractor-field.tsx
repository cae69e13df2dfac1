import { fullName, type Person } from '#src/accounts/account.ts'
import { contractorTypeLabel } from '#src/jobs/contractor-type.ts'
import { type Job, openAndLate } from '#src/jobs/job.ts'
import { outwardOf, type Suggested } from '#src/jobs/suggestion.ts'
import { SelectField } from '../ui/field.tsx'
import { SearchBox } from '../ui/search-box.tsx'

export type Candidate = Suggested<
  Pick<Person, 'id' | 'firstName' | 'lastName' | 'company' | 'email'> & {
    trades: readonly string[]
    areas: readonly string[]
    openJobs: number
    lateJobs: number
  }
>

export type Choice = {
  job: Pick<Job, 'contractorType' | 'postcode'>
  contractors: readonly Candidate[]
  /** What the contractors were searched for. */
  search?: string
}

const CHOICE = 'contractor-choice'
/** So many are found without a search. */
const FEW = 20
const BY_EMAIL = 'They get an e-mail with the full job details.'

export const candidateLabel = ({ company, email, trades, areas, openJobs, lateJobs, ...person }: Candidate): string =>
  [
    `${[fullName(person), company].filter(Boolean).join(', ')} (${openAndLate(openJobs, lateJobs)})`,
    email ? '' : 'no e-mail: will not be told',
    trades.map(contractorTypeLabel).join(', '),
    areas.join(', '),
  ]
    .filter(Boolean)
    .join(' – ')

/** 'Plumbing in GU1', 'Plumbing', 'In GU1', 'Others'; none where nothing is known to choose by. */
function groupOf({ hasTrade, coversArea }: Candidate, { contractorType, postcode }: Choice['job']): string | undefined {
  const [trade, outward] = [contractorTypeLabel(contractorType), outwardOf(postcode)]
  if (hasTrade) return coversArea ? `${trade} in ${outward}` : (trade ?? undefined)
  if (coversArea) return `In ${outward}`
  return 'Others'
}

export function ContractorField({
  job,
  contractors,
  search,
  ...field
}: Choice & { name: string; form: string; value?: string; error?: string }) {
  const isMatched = contractors.some(({ hasTrade, coversArea }) => hasTrade || coversArea)
  return (
    <div id={CHOICE}>
      <SelectField
        {...field}
        label="Contractor"
        hint={contractors.every(({ email }) => email) ? BY_EMAIL : `${BY_EMAIL} Those without an address do not.`}
        options={[
          { value: '', label: firstLabel(contractors.length, search) },
          ...contractors.map((one) => ({
            value: one.id,
            label: candidateLabel(one),
            group: isMatched ? groupOf(one, job) : undefined,
          })),
        ]}
      />
    </div>
  )
}

function firstLabel(count: number, search: string | undefined): string {
  if (search) return count ? `Choose a contractor (${count} found)` : 'No contractor has these words'
  return count ? 'Choose a contractor' : 'There are no contractors yet'
}

type ContractorSearchProps = { action: string; page?: boolean } & Pick<Choice, 'contractors' | 'search'>

/** Before the form, as it is one of its own. */
export const ContractorSearch = ({ action, page, contractors, search }: ContractorSearchProps) =>
  contractors.length > FEW || search ? (
    <SearchBox
      action={action}
      label="Find by name, company, trade or area..."
      value={search}
      target={`#${CHOICE}`}
      keepAddress={!page}
    />
  ) : null
