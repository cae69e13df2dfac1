import { isOptional, JOB_DETAILS, type JobDetail, type JobDetailName, type JobField } from '#src/jobs/fields.ts'
import { URGENCIES, URGENCY_LABELS } from '#src/jobs/job.ts'
import { SelectField, TextArea, TextField } from '../ui/field.tsx'

type JobFieldsProps = {
  /** What a field has from its form: its name, value and error. */
  field: (name: JobField) => { name: string; form?: string; value?: string; error?: string }
  /** The agent fills in the form for the first time: it speaks to them, and explains. */
  own?: boolean
}

const urgencies = URGENCIES.map((value) => ({ value, label: URGENCY_LABELS[value] }))
const PAIR: readonly JobDetailName[] = ['estateAgentName', 'estateAgency']
const names = Object.keys(JOB_DETAILS) as JobDetailName[]

const DetailField = ({ name, field, own }: JobFieldsProps & { name: JobDetailName }) => {
  const { term, label = term, yours = label, hint, rows, autofill, most }: JobDetail = JOB_DETAILS[name]
  const words = own ? yours : label
  const props = {
    ...field(name),
    label: isOptional(name) ? `${words} (Optional)` : words,
    hint: own ? hint : undefined,
    autoComplete: own ? autofill : autofill && 'off',
    maxLength: most,
  }
  return rows ? <TextArea {...props} rows={rows} /> : <TextField {...props} />
}

/** The details of a job, urgency before those that may be left out. */
export const JobFields = ({ field, own = false }: JobFieldsProps) => {
  const urgency = field('urgency')
  const detail = (name: JobDetailName) => <DetailField key={name} name={name} field={field} own={own} />
  return (
    <>
      <div className="field-pair">{PAIR.map(detail)}</div>
      {names.filter((name) => !PAIR.includes(name) && !isOptional(name)).map(detail)}
      <SelectField {...urgency} value={urgency.value ?? 'medium'} label="Urgency" options={urgencies} />
      {names.filter(isOptional).map(detail)}
    </>
  )
}
