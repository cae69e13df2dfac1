import type { OutboxItem, OutboxPhoto } from '#islands/outbox/item.ts'
import type { OutboxStore } from '#islands/outbox/store.ts'

type Held = { items: Map<string, OutboxItem>; photos: Map<string, OutboxPhoto> }

/** What a phone's database does, in memory. */
export function memoryOutbox(): OutboxStore & Held {
  const [items, photos] = [new Map<string, OutboxItem>(), new Map<string, OutboxPhoto>()]
  return {
    ...{ items, photos },
    all: async () => [...items.values()].sort((one, other) => one.order - other.order),
    photo: async (id) => photos.get(id),
    put: async (item, taken = []) => {
      for (const photo of taken) photos.set(photo.id, photo)
      items.set(item.key, { order: items.size, ...item })
    },
    async update(key, change) {
      const item = items.get(key)
      if (item) items.set(key, { ...item, ...change })
      return items.get(key)
    },
    putPhoto: async (photo) => photos.set(photo.id, photo) as never,
    drop: async (key) => items.delete(key),
  }
}
