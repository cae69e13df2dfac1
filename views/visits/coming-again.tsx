import { OTHER_TIMES, SLOT_NAMES, SLOTS } from '#src/domain/appointment/slots.ts'
import type { CompletionDraft } from '#src/domain/visit/visit.ts'
import { SelectField, TextField } from '../ui/input/field.tsx'

const TIMES = [
  { value: '', label: 'Choose a time' },
  ...SLOT_NAMES.map((value) => ({ value, label: SLOTS[value].label })),
  { value: OTHER_TIMES, label: 'Other times' },
]

type Text = (name: keyof CompletionDraft) => {
  name: string
  form: string
  value: string
  error?: string
  onChange?: (event: { target: { value: string } }) => void
}

export const NextVisit = ({ text, today }: { text: Text; today: string }) => (
  <>
    <div className="field-pair">
      <TextField {...text('day')} label="Next visit (Optional)" type="date" min={today} />
      <SelectField {...text('slot')} label="Time" options={TIMES} />
    </div>
    <div className="field-pair booking-times">
      <TextField {...text('from')} label="From" type="time" />
      <TextField {...text('to')} label="Until" type="time" />
    </div>
  </>
)
