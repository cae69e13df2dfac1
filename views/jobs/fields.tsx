import type { ReactNode } from 'react'
import {
  FOLDED_DETAILS,
  isOptional,
  JOB_DETAILS,
  type JobDetail,
  type JobDetailName,
  type JobField,
} from '#src/domain/job/fields.ts'
import { URGENCIES, URGENCY_LABELS } from '#src/domain/job/urgency.ts'
import { SelectField, TextArea, TextField } from '../ui/input/field.tsx'
import { optionsOf } from '../ui/input/options.ts'

type JobFieldsProps = {
  field: (name: JobField) => { name: string; form?: string; value?: string; error?: string }
  /** The agent fills in the form for the first time: it speaks to them, and explains. */
  own?: boolean
  atProperty?: ReactNode
  photos?: ReactNode
  open?: boolean
}

const urgencies = URGENCIES.map((value) => ({ value, label: URGENCY_LABELS[value] }))
const PAIR: readonly JobDetailName[] = ['estateAgentName', 'estateAgency']
const names = Object.keys(JOB_DETAILS) as JobDetailName[]

const DetailField = ({ name, field, own }: Pick<JobFieldsProps, 'field' | 'own'> & { name: JobDetailName }) => {
  const {
    term,
    label = term,
    yours = label,
    hint,
    rows,
    keyboard,
    autofill,
    most,
    choices,
  }: JobDetail = JOB_DETAILS[name]
  const words = own ? yours : label
  if (choices) {
    const options = optionsOf(choices)
    return <SelectField {...field(name)} label={words} options={[{ value: '', label: 'Not chosen' }, ...options]} />
  }
  const props = {
    ...field(name),
    label: isOptional(name) && !FOLDED_DETAILS.includes(name) ? `${words} (Optional)` : words,
    hint: own ? hint : undefined,
    autoComplete: own ? autofill : autofill && 'off',
    maxLength: most,
  }
  return rows ? <TextArea {...props} rows={rows} /> : <TextField {...props} inputMode={keyboard} />
}

export const JobFields = ({ field, own = false, atProperty, photos, open }: JobFieldsProps) => {
  const urgency = field('urgency')
  const isFilled = (name: JobDetailName) => Boolean(field(name).value || field(name).error)
  const detail = (name: JobDetailName) => <DetailField key={name} name={name} field={field} own={own} />
  return (
    <>
      <div className="field-pair">{PAIR.map(detail)}</div>
      {names
        .filter((name) => !PAIR.includes(name) && !isOptional(name))
        .map((name) => [detail(name), name === 'propertyAddress' && atProperty])}
      <SelectField {...urgency} value={urgency.value ?? 'medium'} label="Urgency" options={urgencies} />
      {names.filter((name) => isOptional(name) && !FOLDED_DETAILS.includes(name)).map(detail)}
      <details className="more-detail" open={open || FOLDED_DETAILS.some(isFilled)}>
        <summary>More detail</summary>
        {FOLDED_DETAILS.map(detail)}
        {photos}
      </details>
    </>
  )
}
