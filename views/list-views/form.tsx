import { LISTS, type ListName, MAX_VIEW_NAME } from '#src/domain/list-view/list-view.ts'
import type { PageFrame } from '../layout.tsx'
import { DialogForm } from '../ui/input/dialog-form.tsx'
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
  const back = id ? '/admin/views' : `${LISTS[list].path}${query && `?${query}`}`
  return (
    <DialogForm
      title={id ? 'Rename View' : 'Save as View'}
      {...{ frame, back, errors }}
      action={id ? `/admin/views/${id}/edit` : '/admin/views/new'}
      hidden={!id && <FormKey />}
      backLabel={id ? 'Back to Views' : `Back to ${LISTS[list].label}`}
      width="narrow"
      ready
      button="Save"
      busyLabel="Saving..."
    >
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
    </DialogForm>
  )
}
