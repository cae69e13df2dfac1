/** One text that an agent says of a job. */
export type JobDetail = {
  /** Its name on screens and in CSV files, and on the form without a `label`. */
  term: string
  label?: string
  /** The label where the agent is asked. */
  yours?: string
  /** Shown to the agent who is asked. */
  hint?: string
  least?: number
  most: number
  /** Rows of its box; a single line without. */
  rows?: number
  /** What browsers may fill in for the agent who is asked. */
  autofill?: string
  /** The message where it is missing. Without, it may be left out. */
  missing?: string
}

export const MIN_ISSUE_LENGTH = 10

/**
 * What an agent says of a job and an administrator may change. With its column in the schema, a detail is on the forms, in
 * the API, in the dialogs' details, in CSV files, and goes on to quote work.
 */
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
} as const satisfies Record<string, JobDetail>

export type JobDetailName = keyof typeof JOB_DETAILS
type Required = { [Name in JobDetailName]: (typeof JOB_DETAILS)[Name] extends { missing: string } ? Name : never }
export type RequiredDetail = Required[JobDetailName]
export type OptionalDetail = Exclude<JobDetailName, RequiredDetail>
export type JobDetails = Record<RequiredDetail, string> & Record<OptionalDetail, string | null>

const names = Object.keys(JOB_DETAILS) as JobDetailName[]
export const isOptional = (name: JobDetailName): name is OptionalDetail => !('missing' in JOB_DETAILS[name])

/** The fields of the form that raises or edits a job. */
export const JOB_FIELDS: readonly JobField[] = [...names, 'urgency']
export type JobField = JobDetailName | 'urgency'

/** The details of a job, by themselves. */
export const detailsOf = (job: JobDetails): JobDetails =>
  Object.fromEntries(names.map((name) => [name, job[name]])) as JobDetails

/** A job's details and urgency as the form shows them. */
export const fieldsOf = (job: JobDetails & { urgency: string }): Record<string, string> =>
  Object.fromEntries(JOB_FIELDS.map((name) => [name, job[name] ?? '']))

/** Details that have a place of their own on every screen. */
const PLACED: readonly JobDetailName[] = ['estateAgentName', 'estateAgency', 'propertyName']
export const LISTED_DETAILS = names.filter((name) => !PLACED.includes(name))

/** What a screen says of a detail: 'No access notes provided' where there is none. */
export const detailText = (job: JobDetails, name: JobDetailName): string =>
  job[name] || `No ${JOB_DETAILS[name].term.toLowerCase()} provided`
