import type { SavedPhoto } from '#islands/photos/saved-photos.ts'
import { newKey } from '#views/ui/input/new-key.ts'
import type { OutboxPhoto } from './item.ts'

export const photosOf = (saved: readonly SavedPhoto[]): Promise<OutboxPhoto[]> =>
  Promise.all(
    saved.map(async ({ id, name, blob }) => ({
      ...{ id: `${id}-${newKey()}`, key: newKey(), name, type: blob.type },
      bytes: await blob.arrayBuffer(),
    })),
  )
