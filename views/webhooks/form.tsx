import { EVENT_TYPE_NAMES, EVENT_TYPES } from '#src/domain/event/event.ts'
import { MAX_NAME, MAX_URL } from '#src/domain/webhook/webhook.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { FormEnd } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { FieldError, TextField } from '../ui/input/field.tsx'
import { FormKey } from '../ui/input/form-key.tsx'
import { errorId, fieldId } from '../ui/input/ids.ts'

type Values = { name: string; url: string; types: readonly string[] }

export type WebhookFormProps = {
  id?: string
  values?: Values
  errors?: Readonly<Record<string, string>>
}

export const WebhookFormPage = ({ frame, id, ...form }: { frame: PageFrame } & WebhookFormProps) => {
  const back = id ? `/admin/webhooks/${id}` : '/admin/webhooks'
  return (
    <Page
      {...frame}
      title={id ? 'Edit Webhook' : 'New Webhook'}
      back={{ href: back, label: id ? 'Back to Webhook' : 'Back to Webhooks' }}
      error={Boolean(form.errors)}
      width="narrow"
    >
      <Card>
        <WebhookForm id={id} {...form} back={back} />
      </Card>
    </Page>
  )
}

const WebhookForm = ({ id, values, errors, back }: WebhookFormProps & { back: string }) => (
  <form
    method="post"
    action={id ? `/admin/webhooks/${id}/edit` : '/admin/webhooks/new'}
    noValidate
    hx-disable="find button"
  >
    {!id && <FormKey />}
    <ErrorSummary errors={errors} />
    <TextField
      name="name"
      label="Name"
      hint="Who is told: ‘Accounting’"
      value={values?.name}
      error={errors?.name}
      maxLength={MAX_NAME}
      autoComplete="off"
    />
    <TextField
      type="url"
      name="url"
      label="Address"
      hint="https://… on the internet"
      value={values?.url}
      error={errors?.url}
      maxLength={MAX_URL}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
    <Types ticked={values?.types ?? []} error={errors?.types} />
    <FormEnd back={back} variant="primary" busyLabel="Saving...">
      {id ? 'Save' : 'Create Webhook'}
    </FormEnd>
  </form>
)

const GROUPS = Map.groupBy(EVENT_TYPE_NAMES, (type) => type.slice(0, type.indexOf('.')))

const Types = ({ ticked, error }: { ticked: readonly string[]; error?: string }) => (
  <fieldset className="field" id={fieldId('types')}>
    <legend>Events</legend>
    <p className="hint">Without a tick, all are sent.</p>
    <FieldError id={errorId(fieldId('types'))} error={error} />
    {[...GROUPS].map(([group, types]) => (
      <details key={group} className="more-detail" open={types.some((type) => ticked.includes(type))}>
        <summary>
          {group[0]!.toUpperCase() + group.slice(1)} <span className="muted">({types.length})</span>
        </summary>
        <div className="ticks">
          {types.map((type) => (
            <label key={type}>
              <input type="checkbox" name="types" value={type} defaultChecked={ticked.includes(type)} />
              <span>{EVENT_TYPES[type]}</span>
            </label>
          ))}
        </div>
      </details>
    ))}
  </fieldset>
)
