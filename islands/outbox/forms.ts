import { newKey } from '#views/ui/input/new-key.ts'
import { draftKey, draftName } from '../drafts.ts'
import { type SavedPhoto, savedPhotos } from '../photos/saved-photos.ts'
import { callOfForm } from './form.ts'
import type { OutboxItem } from './item.ts'
import { photosOf } from './photos.ts'

/** What the phone keeps of a form goes with it, so that it is not offered a second time. */
function takeDraft(user: string, action: string): Pick<OutboxItem, 'draft'> {
  const name = draftKey(draftName(user, action))
  const text = localStorage.getItem(name)
  localStorage.removeItem(name)
  return text ? { draft: { name, text } } : {}
}

type FilledForm = { action: string; fields: Record<string, string>; user: string; mayHaveArrived: boolean }

/** Null where something is missing; else whether the phone is nearly full. Throws where it keeps nothing. */
export async function keepForm({ action, fields, user, mayHaveArrived }: FilledForm): Promise<boolean | null> {
  const key = fields.formKey || newKey()
  const call = callOfForm(action, fields, key)
  if (!call) return null
  const photos = await savedOf(fields)
  const isFull = await globalThis.outbox!.put(
    { ...{ key, user }, ...call, ...(mayHaveArrived && { triedAt: Date.now() }) },
    await photosOf(photos),
  )
  const { draft } = takeDraft(user, action)
  if (draft) await globalThis.outbox!.store.update(key, { draft })
  await forgetSaved(fields)
  return isFull
}

/** Of those that the worker saw fail: it knows neither rules nor drafts. */
export async function completeForms(items: readonly OutboxItem[]): Promise<void> {
  const { store } = globalThis.outbox!
  for (const { form, ...item } of items) {
    if (!form) continue
    const call = callOfForm(item.path, form, item.key)
    const photos = await photosOf(await savedOf(form))
    const refused = { status: 422, message: 'Something is missing.', fields: [] }
    const draft = takeDraft(item.user, item.path)
    await store.put({ ...item, ...(call ?? { refused }), ...draft, photos: photos.map(({ id }) => id) }, photos)
    await forgetSaved(form)
  }
}

async function savedOf({ photosKey }: Record<string, string>): Promise<SavedPhoto[]> {
  if (!photosKey) return []
  for (let tries = 0; ; tries++) {
    const saved = await savedPhotos.of(photosKey)
    if (tries > 20 || saved.every(({ shrunk }) => shrunk)) return saved
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const forgetSaved = async ({ photosKey }: Record<string, string>) => {
  if (photosKey) await savedPhotos.forget(photosKey)
}
