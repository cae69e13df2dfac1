import type { Role } from '#src/domain/account/account.ts'
import {
  CERTIFICATE_EXCUSES,
  CERTIFICATE_KINDS,
  type Certificate,
  certificateTitle,
} from '#src/domain/property/certificate/certificate.ts'
import { type Property, propertyHref } from '#src/domain/property/property.ts'
import type { PageFrame } from '../../layout.tsx'
import { DialogButtons, DialogFrame } from '../../ui/dialog-frame.tsx'
import { inDialog } from '../../ui/htmx.ts'
import { ErrorSummary } from '../../ui/input/error-summary.tsx'
import { SelectField, TextField } from '../../ui/input/field.tsx'
import { FormKey } from '../../ui/input/form-key.tsx'

type ExcuseFormProps = {
  property: Property
  agencies: readonly string[]
  role: Role | null
  values: Readonly<Record<string, string | undefined>>
  errors?: Readonly<Record<string, string>>
  frame?: PageFrame
}

const FORM = 'not-here'
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

export type CertificateField = (name: string) => { name: string; form: string; value?: string; error?: string }

export const AgencyField = ({ agencies, field }: { agencies: readonly string[]; field: CertificateField }) =>
  agencies.length > 0 && (
    <SelectField {...field('agency')} label="Agency" options={agencies.map((one) => ({ value: one, label: one }))} />
  )

export const ExcuseForm = ({ property, agencies, role, values, errors, frame }: ExcuseFormProps) => {
  const back = propertyHref(property.key, role)
  const path = `/properties/${encodeURIComponent(property.key)}/not-here`
  const field: CertificateField = (name) => ({ name, form: FORM, value: values[name], error: errors?.[name] })
  return (
    <DialogFrame
      title="What Is Not Needed"
      {...{ frame, back, errors }}
      backLabel={`Back to ${property.propertyName}`}
      width="narrow"
      meta={<span className="muted">{property.propertyName}</span>}
    >
      <form method="post" action={path} noValidate hx-disable="find button" {...inDialog(Boolean(frame), path)}>
        <FormKey />
        <ErrorSummary errors={errors} form={FORM} />
        <AgencyField agencies={agencies} field={field} />
        <SelectField {...field('kind')} label="Kind" options={optionsOf(CERTIFICATE_KINDS)} />
        <TextField {...field('name')} label="Name (kind other)" maxLength={100} autoComplete="off" />
        <SelectField
          {...field('excuse')}
          label="Here"
          hint="No job is raised for what is not here or what another does."
          options={[...optionsOf(CERTIFICATE_EXCUSES), { value: '', label: 'Needed again' }]}
        />
        <div className="row end">
          <DialogButtons back={back} busyLabel="Saving...">
            Save
          </DialogButtons>
        </div>
      </form>
    </DialogFrame>
  )
}

export const deletingCertificate = (of: Certificate) => ({
  action: `/certificates/${of.id}/delete`,
  title: `Delete ${certificateTitle(of)}?`,
  text: 'It cannot be brought back. The one before is current again.',
  confirm: 'Delete',
  busyLabel: 'Deleting...',
})
