import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { TextArea, TextField } from './field.tsx'
import { FormKey } from './form-key.tsx'

type TableFormProps = {
  action: string
  /** Says which columns it has, and how many rows at most. */
  hint: string
  text: string
  error?: string | undefined
  /** Whether its rows are shown above, to be looked at. */
  looked: boolean
  before?: ReactNode
  after?: ReactNode
}

/** A table from a spreadsheet, pasted or as a CSV file, that is checked before anything is made of it. */
export const TableForm = ({ action, hint, text, error, looked, before, after }: TableFormProps) => (
  <Card title={looked ? 'Change the Table' : undefined}>
    <form method="post" action={action} encType="multipart/form-data" noValidate>
      <FormKey />
      {before}
      <TextArea
        name="table"
        label="Table"
        hint={hint}
        value={text}
        error={error}
        spellCheck={false}
        autoComplete="off"
        rows={8}
      />
      {after}
      <TextField name="file" label="Or a CSV file" type="file" accept=".csv,.tsv,.txt,text/csv,text/plain" />
      <Button variant={looked ? 'secondary' : 'primary'} busyLabel="Checking...">
        {looked ? 'Check Again' : 'Check'}
      </Button>
    </form>
  </Card>
)
