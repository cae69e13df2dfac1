import { storage } from '#src/photos/storage/chosen.ts'
import { MAX_PHOTO_ENTRY, photoOf } from './format.ts'
import type { TarEntry } from './tar.ts'

export class RestoredPhotos {
  readonly #expected = new Set<string>()
  readonly #stored: string[] = []
  count = 0

  /** `lines` are rows of uploaded_objects. */
  expect(lines: string): void {
    for (const line of lines.trimEnd().split('\n')) {
      const id = photoOf(line)
      if (id) this.#expected.add(id)
    }
  }

  async add(id: string, { bytes }: TarEntry): Promise<void> {
    if (!this.#expected.delete(id)) throw new Error('The backup is damaged: no row knows one of its photos.')
    if (bytes.length > MAX_PHOTO_ENTRY) throw new Error('The backup is damaged: one of its photos is too large.')
    // What was here before stays when the restore fails: it may be the only copy.
    const isNew = !(await storage.read(id, 'photo'))
    if (isNew) this.#stored.push(id)
    await storage.put(id, 'photo', Buffer.from(bytes))
    this.count++
  }

  /** Returns how many could not be taken away. */
  async removeAll(): Promise<number> {
    let left = 0
    for (const id of this.#stored) await storage.remove(id).catch(() => left++)
    return left
  }
}
