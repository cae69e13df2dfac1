import { CONTRACTOR_TYPES } from './contractor-type.ts'

export type JobDetail = {
  term: string
  label?: string
  yours?: string
  hint?: string
  least?: number
  most: number
  rows?: number
  autofill?: string
  keyboard?: 'tel'
  choices?: Record<string, string>
  /** Kept under 'More detail', and shown only where it has a value. */
  folded?: true
  /** The message when it is missing; a detail without one is optional. */
  missing?: string
}

const MIN_ISSUE_LENGTH = 10

/** With its column in the schema, a detail is in all forms, the API, the dialogs, CSV files and the quote work. */
export const JOB_DETAILS = {
  estateAgentName: {
    term: 'Estate Agent Name',
    yours: 'Your Name',
    most: 200,
    autofill: 'name',
    missing: 'Your name is required',
  },
  estateAgency: { term: 'Estate Agency', most: 200, autofill: 'organization', missing: 'Estate agency is required' },
  propertyName: { term: 'Property Name', most: 200, autofill: 'off', missing: 'Property name is required' },
  propertyAddress: {
    term: 'Property Address',
    most: 1000,
    rows: 3,
    autofill: 'off',
    missing: 'Property address is required',
  },
  issueDescription: {
    term: 'Issue Description',
    label: 'What needs fixing?',
    hint: 'At least 10 characters. What is broken, since when, and where in the property.',
    least: MIN_ISSUE_LENGTH,
    most: 10_000,
    rows: 4,
    missing: `Please provide a detailed description (min ${MIN_ISSUE_LENGTH} characters)`,
  },
  accessNotes: {
    term: 'Access Notes',
    hint: 'Keys, codes, who to call, when somebody is in.',
    most: 5000,
    rows: 3,
  },
  contractorType: { term: 'Contractor Type', label: 'Trade', most: 100, choices: CONTRACTOR_TYPES, folded: true },
  tenantName: { term: "Tenant's Name", most: 200, autofill: 'off', folded: true },
  tenantPhone: { term: "Tenant's Phone", most: 100, autofill: 'off', keyboard: 'tel', folded: true },
} as const satisfies Record<string, JobDetail>

export type JobDetailName = keyof typeof JOB_DETAILS
type Required = { [Name in JobDetailName]: (typeof JOB_DETAILS)[Name] extends { missing: string } ? Name : never }
type RequiredDetail = Required[JobDetailName]
export type OptionalDetail = Exclude<JobDetailName, RequiredDetail>
export type JobDetails = Record<RequiredDetail, string> & Record<OptionalDetail, string | null>

const names = Object.keys(JOB_DETAILS) as JobDetailName[]
export const isOptional = (name: JobDetailName): name is OptionalDetail => !('missing' in JOB_DETAILS[name])

const JOB_FIELDS: readonly JobField[] = [...names, 'urgency']
export type JobField = JobDetailName | 'urgency'

export const detailsOf = (job: JobDetails): JobDetails =>
  Object.fromEntries(names.map((name) => [name, job[name]])) as JobDetails

export const fieldsOf = (job: JobDetails & { urgency: string }): Record<string, string> =>
  Object.fromEntries(JOB_FIELDS.map((name) => [name, job[name] ?? '']))

const PLACED: readonly JobDetailName[] = ['estateAgentName', 'estateAgency', 'propertyName']
const isFolded = (name: JobDetailName): boolean => 'folded' in JOB_DETAILS[name]
export const FOLDED_DETAILS = names.filter(isFolded)
export const LISTED_DETAILS = names.filter((name) => !PLACED.includes(name) && !isFolded(name))

export const detailText = (job: JobDetails, name: JobDetailName): string =>
  labelOf(name, job[name]) || `No ${JOB_DETAILS[name].term.toLowerCase()} provided`

/** A value from before the list stands as it is. */
export function labelOf(name: JobDetailName, value: string | null): string | null {
  const { choices }: JobDetail = JOB_DETAILS[name]
  return value && choices && Object.hasOwn(choices, value) ? choices[value]! : value
}
