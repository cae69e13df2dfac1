import { useEffect, useRef, useState } from 'react'
import { Final, SignedOut, withRetries } from '#islands/retry.ts'
import { signInAgain } from '#islands/session-end.ts'
import { newKey } from '#views/ui/input/new-key.ts'
import { CertificateDocument } from '#views/visits/document-field.tsx'
import { mayBePhoto } from './photo-state.ts'
import { photoSender } from './send-photo.ts'
import { shrink } from './shrink.ts'

type DocumentPickerProps = {
  form: string
  kept: string
  error?: string
  before?: File
  onSending(sending: boolean): void
  onSent(path: string): void
}

const SENDING =
  'Sending. This device does not keep a document: without a line, remove it and send this without it. The agency can add it to the property later.'

export default function DocumentPicker({ form, kept, error, before, onSending, onSent }: DocumentPickerProps) {
  const work = useRef<AbortController>(null)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [round, setRound] = useState(0)

  async function choose(file: File | undefined): Promise<void> {
    work.current?.abort()
    work.current = new AbortController()
    const { signal } = work.current
    const tell = (isSending: boolean, wrong?: string) => {
      setSending(isSending)
      onSending(isSending)
      setProblem(wrong)
      // A new field: one that has chosen a file cannot be emptied otherwise.
      if (!file || wrong) setRound((rounds) => rounds + 1)
    }
    onSent('')
    tell(file !== undefined)
    if (!file) return
    try {
      const blob = file.type && mayBePhoto(file) ? await shrink(file) : file
      onSent(await withRetries(photoSender(blob, { name: file.name, signal, key: newKey() }), { signal }))
      tell(false)
    } catch (failure) {
      if (signal.aborted) return
      if (failure instanceof SignedOut) signInAgain()
      tell(false, (failure instanceof Final && failure.message) || 'The document was not sent.')
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen before the script came is sent once
  useEffect(() => {
    if (before) void choose(before)
    return () => work.current?.abort()
  }, [])

  return (
    <CertificateDocument
      key={round}
      form={form}
      kept={kept}
      error={problem ?? error}
      sending={sending ? SENDING : undefined}
      onChoose={(file) => void choose(file)}
    >
      {(sending || kept) && (
        <button type="button" className="button secondary small" onClick={() => void choose(undefined)}>
          Remove Document
        </button>
      )}
    </CertificateDocument>
  )
}
