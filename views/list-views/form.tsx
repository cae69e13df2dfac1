import { LISTS, type ListName, MAX_VIEW_NAME } from '#src/domain/list-view/list-view.ts'
import type { PageFrame } from '../layout.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { inDialog } from '../ui/htmx.ts'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { TextField } from '../ui/input/field.tsx'
import { FormKey } from '../ui/input/form-key.tsx'
import { Checkbox } from '../ui/input/special-fields.tsx'

export type ViewFormProps = {
  id?: string
  list: ListName
  name?: string
  shared?: boolean
  query: string
  errors?: Readonly<Record<string, string>>
  frame?: PageFrame
}

export const ViewForm = ({ id, list, name, shared, query, errors, frame }: ViewFormProps) => {
  const action = id ? `/admin/views/${id}/edit` : '/admin/views/new'
  const back = id ? '/admin/views' : `${LISTS[list].path}${query && `?${query}`}`
  return (
    <DialogFrame
      title={id ? 'Rename View' : 'Save as View'}
      {...{ frame, back, errors }}
      backLabel={id ? 'Back to Views' : `Back to ${LISTS[list].label}`}
      width="narrow"
      ready
    >
      <form method="post" action={action} noValidate hx-disable="find button" {...inDialog(Boolean(frame), action)}>
        {!id && <FormKey />}
        <ErrorSummary errors={errors} />
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="query" value={query} />
        <TextField
          name="name"
          label="Name"
          hint="As it stands in the sidebar: ‘Urgent in Guildford’"
          value={name}
          error={errors?.name}
          maxLength={MAX_VIEW_NAME}
          autoComplete="off"
          autoFocus
        />
        <Checkbox name="shared" value="yes" label="For all administrators" checked={shared} error={errors?.shared} />
        <div className="row end">
          <LinkButton href={back} data-close={frame ? undefined : ''}>
            Cancel
          </LinkButton>
          <Button variant="primary" busyLabel="Saving...">
            Save
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}
