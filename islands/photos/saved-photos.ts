import { KEPT_FOR } from '#islands/drafts.ts'

export type SavedPhoto = {
  id: string
  draft: string
  name: string
  blob: Blob
  shrunk: boolean
  path: string | null
  storedAt: number | null
  order: number
}

/** As it lies in the browser: private windows of Safari take no Blob. Earlier versions wrote one. */
type PhotoRecord = Omit<SavedPhoto, 'blob'> & ({ bytes: ArrayBuffer; type: string } | { blob: Blob })

export type PhotoKeeper = {
  keep(photo: SavedPhoto): Promise<boolean>
  drop(id: string): Promise<void>
  of(draft: string): Promise<SavedPhoto[]>
  forget(draft: string): Promise<void>
}

const STORE = 'photos'
let opened: Promise<IDBDatabase> | undefined
let isDeleted = false

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('fettle', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => {
      // Another tab logs out and deletes the database: keep nothing more.
      request.result.onversionchange = () => {
        request.result.close()
        isDeleted = true
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  return opened
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const begin = async () => (await open()).transaction(STORE, mode)
  const transaction = await begin().catch((error) => {
    if (isDeleted) throw error
    // iPhones close the connection of a page that slept.
    opened = undefined
    return begin()
  })
  const request = work(transaction.objectStore(STORE))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** A full phone keeps nothing, nor do some private windows; sending goes on. */
const ifPossible = async <T>(work: Promise<T>, otherwise: T): Promise<T> => work.catch(() => otherwise)

async function write({ blob, ...rest }: SavedPhoto): Promise<true> {
  const record: PhotoRecord = { ...rest, bytes: await blob.arrayBuffer(), type: blob.type }
  await run('readwrite', (store) => store.put(record))
  return true
}

export const savePhoto = (photo: SavedPhoto): Promise<boolean> => ifPossible<boolean>(write(photo), false)

const photoOf = (record: PhotoRecord): SavedPhoto =>
  'blob' in record ? record : { ...record, blob: new Blob([record.bytes], { type: record.type }) }

const all = async (): Promise<SavedPhoto[]> =>
  (await run<PhotoRecord[]>('readonly', (store) => store.getAll())).map(photoOf)

export const savedPhotos: PhotoKeeper = {
  keep: savePhoto,
  drop: async (id) =>
    void (await ifPossible<unknown>(
      run('readwrite', (store) => store.delete(id)),
      null,
    )),
  async of(draft) {
    const photos = await all()
    for (const old of photos.filter(({ order }) => Math.abs(Date.now() - order) > KEPT_FOR)) await this.drop(old.id)
    return photos
      .filter((photo) => photo.draft === draft && Math.abs(Date.now() - photo.order) <= KEPT_FOR)
      .sort((one, other) => one.order - other.order)
  },
  async forget(draft) {
    for (const photo of await ifPossible(all(), [])) if (photo.draft === draft) await this.drop(photo.id)
  },
}
