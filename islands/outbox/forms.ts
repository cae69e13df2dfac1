import { draftKey, draftName } from '#islands/drafts.ts'
import { type SavedPhoto, savedPhotos } from '#islands/photos/saved-photos.ts'
import { newKey } from '#views/ui/input/new-key.ts'
import { callOfForm } from './form.ts'
import type { OutboxItem } from './item.ts'
import { photosOf } from './photos.ts'

function takeDraft(user: string, action: string): Pick<OutboxItem, 'draft'> {
  const name = draftKey(draftName(user, action))
  const text = localStorage.getItem(name)
  localStorage.removeItem(name)
  return text ? { draft: { name, text } } : {}
}

type FilledForm = {
  action: string
  fields: Record<string, string>
  user: string
  mayHaveArrived: boolean
  photos?: SavedPhoto[]
}

/** False where something is missing. Throws where the phone keeps nothing. */
export async function keepForm({ action, fields, user, mayHaveArrived, photos }: FilledForm): Promise<boolean> {
  const key = fields.formKey || newKey()
  const call = callOfForm(action, fields, key)
  if (!call) return false
  await globalThis.outbox!.put(
    { ...{ key, user }, ...call, ...(mayHaveArrived && { triedAt: Date.now() }) },
    await photosOf(photos ?? (await savedOf(fields))),
  )
  await globalThis.outbox!.store.update(key, takeDraft(user, action))
  await forgetSaved(fields)
  return true
}

/** Of those that the worker saw fail: it knows neither rules nor drafts. */
export async function completeForms(items: readonly OutboxItem[]): Promise<void> {
  const { store, tell } = globalThis.outbox!
  for (const { form, ...item } of items) {
    if (!form) continue
    const call = callOfForm(item.path, form, item.key)
    const photos = await photosOf(await savedOf(form))
    const refused = { status: 422, message: 'Something is missing.', fields: [] }
    const draft = takeDraft(item.user, item.path)
    await store.put({ ...item, ...(call ?? { refused }), ...draft, photos: photos.map(({ id }) => id) }, photos)
    await forgetSaved(form)
    tell({ key: item.key })
  }
}

const savedOf = async ({ photosKey }: Record<string, string>): Promise<SavedPhoto[]> =>
  photosKey ? savedPhotos.of(photosKey) : []

const forgetSaved = async ({ photosKey }: Record<string, string>) => {
  if (photosKey) await savedPhotos.forget(photosKey)
}
