import { JOB_COLUMN_NAMES, type JobColumnName, jobColumn } from '#src/domain/job/columns.ts'
import type { PageFrame } from '../layout.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'

type ColumnChoiceProps = {
  chosen: readonly JobColumnName[]
  rest: readonly [name: string, value: string][]
  frame?: PageFrame
}

const LIST = '/admin/jobs'
const [ALWAYS, ...CHOICES] = JOB_COLUMN_NAMES

/** The list's address is the answer: no row is without its address, and a column that the filter says is dropped by itself. */
export const ColumnChoice = ({ chosen, rest, frame }: ColumnChoiceProps) => (
  <DialogFrame title="Columns" frame={frame} back={LIST} backLabel="Back to All Jobs" width="narrow">
    <form method="get" action={LIST}>
      {rest.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="columns" value={ALWAYS} />
      <fieldset className="field ticks filter-fields">
        <legend>Beside the property</legend>
        {CHOICES.map((name) => (
          <label key={name}>
            <input type="checkbox" name="columns" value={name} defaultChecked={chosen.includes(name)} />
            {jobColumn(name).label}
          </label>
        ))}
      </fieldset>
      <p className="hint">
        A column that the filter makes the same in all rows is left out. ‘Save as view…’ keeps a choice.
      </p>
      <div className="row end">
        <LinkButton href={`${LIST}?${new URLSearchParams(rest.map((one) => [...one]))}`}>All Columns</LinkButton>
        <Button variant="primary">Show</Button>
      </div>
    </form>
  </DialogFrame>
)
