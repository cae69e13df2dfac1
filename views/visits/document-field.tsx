import type { ReactNode } from 'react'
import { TextField } from '../ui/input/field.tsx'

type CertificateDocumentProps = {
  form: string
  kept: string
  error?: string
  sending?: string
  onChoose?(file: File | undefined): void
  children?: ReactNode
}

export const CertificateDocument = ({ form, kept, error, sending, onChoose, children }: CertificateDocumentProps) => (
  <>
    {kept && <input type="hidden" name="certificate.document" value={kept} />}
    <TextField
      name="document"
      form={form}
      label="Document (Optional)"
      hint={sending || `${kept ? 'What you chose is kept. ' : ''}A PDF or a photo, at most 5 MB.`}
      error={error}
      type="file"
      accept="application/pdf,image/*"
      onChange={onChoose && (({ target }) => onChoose(target.files?.[0]))}
    />
    {children}
  </>
)
