import { dayOf } from '#src/domain/dates.ts'
import { certificateBody } from '#src/domain/property/certificate/completion.ts'
import { type CompletionDraft, completionBody } from '#src/domain/visit/visit.ts'
import { draftKey } from './drafts.ts'
import { photosOf } from './outbox/photos.ts'
import type { OutboxNews } from './outbox/send.ts'
import type { SavedPhoto } from './photos/saved-photos.ts'
import { type SentCompletion, saysTheSame, verbOf } from './send-completion.ts'

declare global {
  var loadOutbox: (() => Promise<unknown>) | undefined
}

type ToKeep = SentCompletion & { userId: string; draft: string; wholePhotos(): Promise<SavedPhoto[]> }

/** `before` may have arrived: the same body under the same key is how to ask. False where this browser keeps nothing. */
export async function keepCompletion(completion: ToKeep, before?: string): Promise<boolean> {
  const { jobId, jobType, values, images, key, userId, draft, wholePhotos } = completion
  const sent = before && saysTheSame(completion, before) && before
  try {
    await globalThis.loadOutbox?.()
    const body = completionBody(values, sent ? images : [], jobType)
    const photos = values.happened === 'hand_back' ? [] : await wholePhotos()
    await globalThis.outbox!.put(
      {
        ...{ key, user: userId, lane: jobId, act: values.happened, text: wordsOf(values), method: 'POST', body },
        ...{ path: `/api/jobs/${jobId}/${verbOf(values, jobType)}`, page: `/visit/${jobId}` },
        ...(sent && { sent, triedAt: Date.now() }),
        draft: { name: draftKey(draft), text: JSON.stringify({ values, key }) },
      },
      await photosOf(photos),
    )
    void globalThis.outbox!.sendAll()
    return true
  } catch {
    return false
  }
}

function wordsOf(draft: CompletionDraft): string {
  const { workDone, needsQuote, happened, quoteAmount, quoteDescription, ...rest } = draft
  if (happened !== 'done') return workDone
  const certified = certifiedIn(draft)
  if (!needsQuote) return [workDone, ...certified].join('\n')
  const lines = Object.entries(rest).flatMap(([name, text]) => (name.startsWith('lines.') && text ? String(text) : []))
  return [workDone, ...certified, `Quote: ${quoteAmount || lines.join(' ')}`, quoteDescription].join('\n')
}

function certifiedIn(draft: CompletionDraft): string[] {
  const { certificate } = certificateBody(draft)
  if (!certificate) return []
  const { doneOn, endsOn, reference, unsatisfactory } = certificate as Record<string, string>
  return [
    `Certificate: done on ${doneOn ? dayOf(doneOn) : 'an unknown day'}`,
    endsOn ? `Ends on: ${dayOf(endsOn)}` : '',
    reference ? `Reference: ${reference}` : '',
    unsatisfactory ? 'Unsatisfactory' : '',
  ].filter(Boolean)
}

export function whenSent(key: string, sent: () => void): () => void {
  const channel = new BroadcastChannel('outbox')
  channel.onmessage = async ({ data }: MessageEvent<OutboxNews>) => {
    if (!('key' in data) || data.key !== key || data.photo !== undefined) return
    if (data.done) return sent()
    const item = (await globalThis.outbox!.store.all()).find((one) => one.key === key)
    if (!item || item.refused) location.assign('/waiting')
  }
  return () => channel.close()
}
