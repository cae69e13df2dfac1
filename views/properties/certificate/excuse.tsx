import type { Role } from '#src/domain/account/account.ts'
import {
  CERTIFICATE_EXCUSES,
  CERTIFICATE_KINDS,
  type Certificate,
  certificateTitle,
} from '#src/domain/property/certificate/certificate.ts'
import type { Property } from '#src/domain/property/property.ts'
import type { PageFrame } from '../../layout.tsx'
import { DialogForm } from '../../ui/input/dialog-form.tsx'
import { SelectField, TextField } from '../../ui/input/field.tsx'
import { FormKey } from '../../ui/input/form-key.tsx'
import { optionsOf } from '../../ui/input/options.ts'
import { wayBack } from './way-back.ts'

type ExcuseFormProps = {
  property: Property
  agencies: readonly string[]
  role: Role | null
  values: Readonly<Record<string, string | undefined>>
  errors?: Readonly<Record<string, string>>
  frame?: PageFrame
}

const FORM = 'not-here'
export const NOT_NEEDED = 'What Is Not Needed'

export type CertificateField = (name: string) => { name: string; form: string; value?: string; error?: string }

export const AgencyField = ({ agencies, field }: { agencies: readonly string[]; field: CertificateField }) =>
  agencies.length > 0 && (
    <SelectField
      {...field('agency')}
      label="Agency"
      options={agencies.map((one) => ({ value: one, label: one || 'Choose an agency' }))}
    />
  )

export const ExcuseForm = ({ property, agencies, role, values, errors, frame }: ExcuseFormProps) => {
  const field: CertificateField = (name) => ({ name, form: FORM, value: values[name], error: errors?.[name] })
  return (
    <DialogForm
      title={NOT_NEEDED}
      {...{ frame, errors, form: FORM, action: `/properties/${encodeURIComponent(property.key)}/not-here` }}
      {...wayBack(role, property)}
      width="narrow"
      meta={<span className="muted">{property.propertyName}</span>}
      hidden={<FormKey />}
      button="Save"
      busyLabel="Saving..."
    >
      <AgencyField agencies={agencies} field={field} />
      <SelectField {...field('kind')} label="Kind" options={optionsOf(CERTIFICATE_KINDS)} />
      <TextField {...field('name')} label="Name (kind other)" maxLength={100} autoComplete="off" />
      <SelectField
        {...field('excuse')}
        label="Here"
        hint="No job is raised for what is not here or what another does."
        options={[...optionsOf(CERTIFICATE_EXCUSES), { value: '', label: 'Needed again' }]}
      />
    </DialogForm>
  )
}

export const deletingCertificate = (of: Certificate) => ({
  action: `/certificates/${of.id}/delete`,
  title: `Delete ${certificateTitle(of)}?`,
  text: 'It cannot be brought back. The one before is current again.',
  confirm: 'Delete',
  busyLabel: 'Deleting...',
})
