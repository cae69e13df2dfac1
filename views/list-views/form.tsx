import { LISTS, type ListName, MAX_VIEW_NAME } from '#src/domain/list-view/list-view.ts'
import { Page, type PageFrame } from '../layout.tsx'
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
  page?: boolean
}

const titleOf = (id: string | undefined): string => (id ? 'Rename View' : 'Save as View')
const backOf = ({ id, list, query }: ViewFormProps): string =>
  id ? '/admin/views' : `${LISTS[list].path}${query && `?${query}`}`

export const ViewForm = (props: ViewFormProps) => {
  const { id, list, name, shared, query, errors, page } = props
  const action = id ? `/admin/views/${id}/edit` : '/admin/views/new'
  return (
    <DialogFrame title={titleOf(id)} back={backOf(props)} page={page} focusInside>
      <form method="post" action={action} noValidate hx-disable="find button" {...inDialog(page, action)}>
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
          <LinkButton href={backOf(props)} data-close={page ? undefined : ''}>
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

export const ViewFormPage = ({ frame, ...props }: { frame: PageFrame } & Omit<ViewFormProps, 'page'>) => (
  <Page
    {...frame}
    title={titleOf(props.id)}
    back={{ href: backOf(props), label: props.id ? 'Back to Views' : `Back to ${LISTS[props.list].label}` }}
    error={Boolean(props.errors)}
    width="narrow"
  >
    <ViewForm page {...props} />
  </Page>
)
