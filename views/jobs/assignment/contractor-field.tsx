import type { ReactNode } from 'react'
import { fullName, type Person } from '#src/domain/account/account.ts'
import type { Reason } from '#src/domain/job/suggestion.ts'
import { FieldError } from '../../ui/input/field.tsx'
import { errorId, fieldId, hintId } from '../../ui/input/ids.ts'
import { SearchBox } from '../../ui/list/search-box.tsx'
import { Searched } from '../../ui/list/searched.tsx'
import { AboutJob } from './about.tsx'

export type Candidate = Pick<Person, 'id' | 'firstName' | 'lastName' | 'company' | 'email'> & {
  reasons: readonly Reason[]
}

export type Choice = {
  contractors: readonly Candidate[]
  search?: string
  instead?: string
}

const CHOICE = 'contractor-choice'
export const CHOICE_FOUND = 'contractor-choice-found'
const MAX_FIRST = 8
const MAX_BESIDE = 4
const MAX_FOUND = 50
const BY_EMAIL = 'They get an e-mail with the full job details.'

const lookOf = ({ good }: Reason) => (good === null ? undefined : good ? 'good' : 'lacking')

const Reasons = ({ one: { reasons } }: { one: Candidate }) => (
  <span className="reasons">
    {reasons.map((reason) => (
      <span key={reason.label} className={lookOf(reason)}>
        {reason.label}
      </span>
    ))}
  </span>
)

type OfferProps = {
  id?: string
  name: string
  value: string
  checked: boolean
  focused?: boolean
  children: ReactNode
}

export const Offer = ({ checked, focused, children, ...input }: OfferProps) => (
  <label className="offer">
    {/* biome-ignore lint/a11y/noAutofocus: who opens a choice that is made already may send it by Enter */}
    <input type="radio" defaultChecked={checked} autoFocus={focused || undefined} {...input} />
    {children}
  </label>
)

export const Offered = ({ one, best }: { one: Candidate; best?: boolean }) => (
  <>
    <span>
      <strong>{fullName(one)}</strong>
      {best && <span className="badge green best">Best</span>}
      {one.company && <span className="hint cell">{one.company}</span>}
    </span>
    <Reasons one={one} />
  </>
)

type OtherOffer = { value: string; label: ReactNode }

type FieldProps = { name: string; form: string; value?: string; error?: string; focused?: boolean }
type ChoiceProps = FieldProps &
  Choice & { label: string; hint: string; others?: readonly OtherOffer[]; first?: OtherOffer }

function shownOf({ contractors, search, value, first }: ChoiceProps): Candidate[] {
  const most = search ? MAX_FOUND : first ? MAX_BESIDE : MAX_FIRST
  return contractors.filter(({ id }, index) => index < most || id === value)
}

function countedFirst({ contractors, search }: Choice, shown: number): string {
  if (contractors.length === 0) return search ? 'No contractor has these words.' : 'There are no contractors yet.'
  if (search)
    return `${shown < contractors.length ? `${shown} of ${contractors.length}` : shown} found, the best first.`
  return shown < contractors.length ? `The best ${shown} of ${contractors.length}.` : ''
}

export function ContractorChoice(props: ChoiceProps) {
  const { name, form, value, error, focused, label, hint, first, others = [] } = props
  const shown = shownOf(props)
  const id = fieldId(name, form)
  const values = [first?.value, ...shown.map((one) => one.id), ...others.map((one) => one.value)]
  const best = first?.value ?? shown[0]?.id
  const chosen = value && values.includes(value) ? value : best
  const counted = countedFirst(props, shown.length)
  const offer = (one: string, children: ReactNode) => (
    <Offer
      key={one}
      id={one === best ? id : undefined}
      {...{ name, value: one, checked: one === chosen, focused: focused && one === chosen }}
    >
      {children}
    </Offer>
  )
  return (
    <div id={CHOICE}>
      <fieldset
        className={error ? 'field choice invalid' : 'field choice'}
        aria-describedby={[hintId(id), error && errorId(id)].filter(Boolean).join(' ')}
      >
        <legend>{label}</legend>
        <p className="hint" id={hintId(id)}>
          {[hint, counted].filter(Boolean).join(' ')}
        </p>
        <FieldError id={errorId(id)} error={error} />
        {first && offer(first.value, first.label)}
        {shown.map((one, index) => offer(one.id, <Offered one={one} best={index === 0 && !first} />))}
        {others.map((one) => offer(one.value, one.label))}
      </fieldset>
    </div>
  )
}

export const ContractorField = ({ contractors, ...field }: Choice & FieldProps) => (
  <ContractorChoice
    {...field}
    contractors={contractors}
    label="Contractor"
    hint={contractors.every(({ email }) => email) ? BY_EMAIL : `${BY_EMAIL} Those without an address do not.`}
  />
)

export const ChoiceFound = ({ contractors, search, instead }: Choice) => (
  <Searched id={CHOICE_FOUND} {...{ search, instead }} shown={Math.min(contractors.length, MAX_FOUND)} />
)

type ContractorSearchProps = {
  action: string
  post?: boolean
  /** Where the jobs have lists of their own, fewer stand here. */
  beside?: boolean
  children?: ReactNode
} & Choice

export const ContractorSearch = ({ action, post, beside, children, ...choice }: ContractorSearchProps) =>
  choice.contractors.length > (beside ? MAX_BESIDE : MAX_FIRST) || choice.search ? (
    <>
      <SearchBox
        action={action}
        label="Find another by name, company, trade or area..."
        value={choice.search}
        target={`#${CHOICE}`}
        swap="outerHTML"
        keepAddress
        post={post}
      >
        {children}
      </SearchBox>
      <ChoiceFound {...choice} />
    </>
  ) : null

type ChoosingProps = { job: Parameters<typeof AboutJob>[0]['job']; children: ReactNode }

/** The job stands beside the contractors that it may be given to. */
export const Choosing = ({ job, children }: ChoosingProps) => (
  <div className="choosing">
    <AboutJob job={job} />
    <div>{children}</div>
  </div>
)
