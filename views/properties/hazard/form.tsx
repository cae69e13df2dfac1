import { marksIn } from '#src/domain/job/changes.ts'
import {
  ATTEMPT_WAYS,
  HAZARD_ENDINGS,
  HAZARD_TIME_NAMES,
  HAZARD_TIMES,
  WORDING,
} from '#src/domain/property/hazard/hazard.ts'
import { HiddenFields } from '../../ui/confirm.tsx'
import { SelectField, TextArea, TextField } from '../../ui/input/field.tsx'
import { optionsOf } from '../../ui/input/options.ts'
import { HazardFields } from './question.tsx'

type Texts = Readonly<Record<string, string | undefined>>
type HazardFormProps = { values: Texts; errors?: Texts; form: string; marked: boolean }

export const HazardFormFields = ({ values, errors, form, marked }: HazardFormProps) => {
  const field = (name: string) => ({ name, form, value: values[name], error: errors?.[name] })
  return (
    <>
      <HiddenFields values={marksIn(values)} />
      <HazardFields name="level" {...{ values, errors, form }} />
      <details className="more-detail" open={marked || Boolean(errors)}>
        <summary>When what was done</summary>
        {HAZARD_TIME_NAMES.map((name) => (
          <TextField key={name} {...field(name)} label={HAZARD_TIMES[name]} type="datetime-local" />
        ))}
        <SelectField
          {...field('ending')}
          label="Ended otherwise"
          options={[{ value: '', label: 'No' }, ...optionsOf(HAZARD_ENDINGS)]}
        />
        <div className="field-pair">
          <TextField {...field('attemptOn')} label="An attempt at access, on" type="date" />
          <SelectField
            {...field('attemptWay')}
            label="How"
            options={[{ value: '', label: 'Not chosen' }, ...optionsOf(ATTEMPT_WAYS)]}
          />
        </div>
      </details>
      <TextArea
        {...field('reason')}
        label="Reason"
        hint="To correct a time, to make less of it or to end it."
        maxLength={1000}
        rows={2}
      />
      <p className="hint">{WORDING}</p>
    </>
  )
}
