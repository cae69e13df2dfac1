import { isLocked, type OutboxItem, type OutboxPhoto } from './item.ts'

// A database of its own: drafts go at sign-out, what waits to be sent stays for its person.
const NAME = 'fettle-outbox'
const ITEMS = 'items'
const PHOTOS = 'photos'

let opened: Promise<IDBDatabase> | undefined

const open = (): Promise<IDBDatabase> =>
  (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ITEMS, { keyPath: 'key' })
      request.result.createObjectStore(PHOTOS, { keyPath: 'id' })
    }
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
  }))

type Unordered = Omit<OutboxItem, 'order'> & { order?: number }
type Of = (name: string) => IDBObjectStore

async function run<T>(mode: IDBTransactionMode, work: (of: Of) => IDBRequest<T> | undefined): Promise<T> {
  const begin = async () => (await open()).transaction([ITEMS, PHOTOS], mode, { durability: 'strict' })
  const transaction = await begin().catch(() => {
    // iPhones close the connection of a page that slept.
    opened = undefined
    return begin()
  })
  return new Promise((resolve, reject) => {
    const request = work((name) => transaction.objectStore(name))
    transaction.oncomplete = () => resolve(request?.result as T)
    transaction.onerror = transaction.onabort = () => reject(transaction.error)
  })
}

export const outboxStore = {
  all: async (): Promise<OutboxItem[]> =>
    (await run<OutboxItem[]>('readonly', (of) => of(ITEMS).getAll())).sort((one, other) => one.order - other.order),
  photo: (id: string): Promise<OutboxPhoto | undefined> => run('readonly', (of) => of(PHOTOS).get(id)),
  /** One without an order goes after what waits already, also where the phone's clock was set back in between. */
  async put(item: Unordered, photos: readonly OutboxPhoto[] = []): Promise<void> {
    await run('readwrite', (of) => {
      for (const photo of photos) of(PHOTOS).put(photo)
      const found: IDBRequest<OutboxItem[]> = of(ITEMS).getAll()
      found.onsuccess = () => {
        const order = Math.max(Date.now(), ...found.result.map(({ order }) => order + 1))
        try {
          of(ITEMS).put({ order, ...item })
        } catch {
          // Thrown on, it would reach the page and not who asked.
          found.transaction?.abort()
        }
      }
      return undefined
    })
  },
  /** Undefined where it was dropped or got another key meanwhile. */
  async update(key: string, change: Partial<OutboxItem>): Promise<OutboxItem | undefined> {
    let updated: OutboxItem | undefined
    await run('readwrite', (of) => {
      const found: IDBRequest<OutboxItem | undefined> = of(ITEMS).get(key)
      found.onsuccess = () => {
        if (!found.result) return
        updated = { ...found.result, ...change }
        if (change.key) of(ITEMS).delete(key)
        if (updated.doneAt) for (const id of updated.photos.splice(0)) of(PHOTOS).delete(id)
        of(ITEMS).put(updated)
      }
      return undefined
    })
    return updated
  },
  putPhoto: (photo: OutboxPhoto) => run('readwrite', (of) => of(PHOTOS).put(photo)),
  async drop(key: string): Promise<boolean> {
    let isDropped = false
    await run('readwrite', (of) => {
      const found: IDBRequest<OutboxItem | undefined> = of(ITEMS).get(key)
      found.onsuccess = () => {
        if (!found.result || (isLocked(found.result) && !found.result.doneAt)) return
        of(ITEMS).delete(key)
        for (const id of found.result.photos) of(PHOTOS).delete(id)
        isDropped = true
      }
      return undefined
    })
    return isDropped
  },
}

export type OutboxStore = typeof outboxStore
