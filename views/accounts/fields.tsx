import { TextField } from '../ui/input/field.tsx'

type Field = { name: string; form?: string; value?: string; error?: string; autoComplete?: string }
type FieldsProps = {
  field: (name: string) => Field
}

export const NameFields = ({ field }: FieldsProps) => (
  <div className="field-pair">
    <TextField {...field('firstName')} label="First Name" maxLength={100} />
    <TextField {...field('lastName')} label="Last Name" maxLength={100} />
  </div>
)

export const EmailField = ({ optional, ...field }: Field & { optional?: boolean }) => (
  <TextField
    {...field}
    label={optional ? 'Email (Optional)' : 'Email'}
    hint={optional ? 'Quotes and finished jobs are sent there.' : undefined}
    type="email"
    maxLength={254}
  />
)

export const VatField = ({ field }: FieldsProps) => (
  <TextField {...field('vatNumber')} label="VAT number (optional)" maxLength={200} />
)

export const AwayField = ({ field }: FieldsProps) => (
  <TextField
    {...field('awayUntil')}
    type="date"
    label="Away until (Optional)"
    hint="The day of coming back. Suggested last until then, and reminders wait."
  />
)

export const ContactFields = ({ field, agency }: FieldsProps & { agency: boolean }) => (
  <div className="field-pair">
    <TextField
      {...field('company')}
      label="Company (Optional)"
      hint={agency ? 'Their agency: certificates, fees and statements need it.' : undefined}
      maxLength={200}
    />
    <TextField {...field('phone')} label="Phone (Optional)" type="tel" maxLength={200} />
  </div>
)
