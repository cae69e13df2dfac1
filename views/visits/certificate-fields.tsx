import type { ReactNode } from 'react'
import { certificateTitle } from '#src/domain/property/certificate/certificate.ts'
import type { JobCertificate } from '#src/domain/property/certificate/raised.ts'
import type { CompletionDraft } from '#src/domain/visit/visit.ts'
import { TextField } from '../ui/input/field.tsx'
import { Checkbox } from '../ui/input/special-fields.tsx'

type CertificateFieldsProps = {
  of: JobCertificate
  today: string
  form: string
  values: CompletionDraft
  document: ReactNode
  text: (name: keyof CompletionDraft) => { name: string; value: string }
  handlers?: { onChange(change: Partial<CompletionDraft>): void }
}

const UNSATISFACTORY = 'certificate.unsatisfactory'

export const CertificateFields = ({ of, today, form, values, document, text, handlers }: CertificateFieldsProps) => (
  <details className="more-detail" open>
    <summary>Certificate: {certificateTitle(of)}</summary>
    <div className="field-pair">
      <TextField
        {...text('certificate.doneOn')}
        label="Done on"
        type="date"
        max={today}
        hint="Empty if nothing was certified."
      />
      <TextField {...text('certificate.reference')} label="Reference (Optional)" maxLength={100} autoComplete="off" />
    </div>
    {of.kind === 'electrical' && (
      <>
        <TextField {...text('certificate.endsOn')} label="Ends on, as the report says" type="date" />
        <Checkbox
          name={UNSATISFACTORY}
          form={form}
          label="The report is unsatisfactory"
          checked={values[UNSATISFACTORY]}
          onChange={handlers && (({ target }) => handlers.onChange({ [UNSATISFACTORY]: target.checked }))}
        />
      </>
    )}
    {document}
  </details>
)
