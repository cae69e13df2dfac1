import type { Role } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import { CERTIFICATE_KINDS, type Certificate, certificateTitle } from '#src/domain/property/certificate/certificate.ts'
import type { Property } from '#src/domain/property/property.ts'
import type { PageFrame } from '../../layout.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { DialogForm } from '../../ui/input/dialog-form.tsx'
import { SelectField, TextArea, TextField } from '../../ui/input/field.tsx'
import { FormKey } from '../../ui/input/form-key.tsx'
import { optionsOf } from '../../ui/input/options.ts'
import { Checkbox } from '../../ui/input/special-fields.tsx'
import { AgencyField, type CertificateField, deletingCertificate } from './excuse.tsx'
import { wayBack } from './way-back.ts'

type Texts = Readonly<Record<string, string | undefined>>

type CertificateFormProps = {
  property?: Property
  agencies: readonly string[]
  role: Role | null
  path: string
  values: Texts
  errors?: Texts
  certificate?: Certificate
  frame?: PageFrame
}

const FORM = 'certificate'
export const NEW_CERTIFICATE = '/certificates/new'
export const ADD_CERTIFICATE = 'Add Certificate'

const Fields = ({
  field,
  values,
  errors,
}: { field: CertificateField } & Pick<CertificateFormProps, 'values' | 'errors'>) => (
  <>
    <SelectField {...field('kind')} label="Kind" options={optionsOf(CERTIFICATE_KINDS)} />
    <div className="field-pair">
      <TextField {...field('doneOn')} label="Done on" type="date" max={today()} />
      <TextField
        {...field('endsOn')}
        label="Ends on"
        type="date"
        hint="Filled in by the kind; electrical: as the report says."
      />
    </div>
    <div className="field-pair">
      <TextField {...field('doneBy')} label="Done by (optional)" maxLength={200} autoComplete="off" />
      <TextField {...field('reference')} label="Reference (optional)" maxLength={100} autoComplete="off" />
    </div>
    <details
      className="more-detail"
      open={Boolean(errors) || Boolean(values.name || values.months || values.unsatisfactory)}
    >
      <summary>Another kind, or an unsatisfactory report</summary>
      <div className="field-pair">
        <TextField {...field('name')} label="Name (kind other)" maxLength={100} autoComplete="off" />
        <TextField {...field('months')} label="Due again after (months)" inputMode="numeric" maxLength={3} />
      </div>
      <Checkbox
        {...{ ...field('unsatisfactory'), value: 'yes', checked: values.unsatisfactory === 'yes' }}
        label="The electrical report is unsatisfactory"
        hint="A job is raised to put it right."
      />
      <TextField
        {...field('remedyBy')}
        label="To be put right by"
        type="date"
        hint="28 days, unless the report says another."
      />
    </details>
  </>
)

const PropertyFields = ({ field }: { field: CertificateField }) => (
  <>
    <TextField {...field('propertyName')} label="Property Name" maxLength={200} autoComplete="off" />
    <TextArea {...field('propertyAddress')} label="Property Address" rows={3} maxLength={500} autoComplete="off" />
  </>
)

type DocumentFieldProps = { field: CertificateField; kept?: string; of?: Certificate }

/** `kept` is what came with a form that was refused for something else. */
const DocumentField = ({ field, kept, of }: DocumentFieldProps) => {
  const { value: _, ...props } = field('document')
  const there = kept ? 'What you chose is kept. ' : of?.documentPath ? 'There is one, which another replaces. ' : ''
  return (
    <>
      {kept && <input type="hidden" name="kept" value={kept} />}
      <TextField
        {...props}
        label="Document (optional)"
        hint={`${there}A PDF or a photo, at most 5 MB.`}
        type="file"
        accept="application/pdf,image/*"
      />
    </>
  )
}

export const CertificateForm = (props: CertificateFormProps) => {
  const { property, role, path, values, errors, agencies, certificate, frame } = props
  const field: CertificateField = (name) => ({ name, form: FORM, value: values[name], error: errors?.[name] })
  const told = errors as Record<string, string> | undefined
  return (
    <DialogForm
      title={certificate ? certificateTitle(certificate) : ADD_CERTIFICATE}
      {...{ frame, errors: told, form: FORM, action: path, ...wayBack(role, property) }}
      sent={{ encType: 'multipart/form-data' }}
      width="narrow"
      meta={property && <span className="muted">{property.propertyName}</span>}
      footer={certificate && <Confirm {...deletingCertificate(certificate)} button="Delete" look={{ size: 'small' }} />}
      hidden={<FormKey />}
      button="Save"
      busyLabel="Saving..."
    >
      {!property && <PropertyFields field={field} />}
      <AgencyField agencies={agencies} field={field} />
      <Fields field={field} values={values} errors={errors} />
      <DocumentField field={field} kept={values.kept} of={props.certificate} />
    </DialogForm>
  )
}
