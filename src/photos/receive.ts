import { open, readFile, rm } from 'node:fs/promises'
import { MAX_PHOTO_BYTES, tooLarge, UPLOAD_PACE } from '#src/domain/photo/photo.ts'
import { type ArrivalPace, chunksOf } from '#src/http/arriving.ts'
import { HttpError, TooLarge, Unavailable } from '#src/http/errors.ts'
import { logFailure } from '#src/runtime/log.ts'
import { incomingPath, PHOTO_FOLDER } from './incoming.ts'
import { AWAY } from './storage/breaker.ts'
import { explainDisk } from './storage/disk-failure.ts'

/** In a file, so that a hundred phones on slow lines cost no memory. */
export type Received = { bytes: () => Promise<Buffer>; discard: () => Promise<void> }

/** Throws TooLarge, TooSlow, Malformed when the sender breaks off, Unavailable when the disk fails. */
export async function receive(request: Request, pace: ArrivalPace = UPLOAD_PACE): Promise<Received> {
  if (Number(request.headers.get('content-length')) > MAX_PHOTO_BYTES) throw tooLargePhoto()
  try {
    const path = await incomingPath()
    await writeBody(path, request, pace)
    return {
      bytes: () =>
        readFile(path).catch((error) => {
          throw away(error)
        }),
      discard: () => rm(path, { force: true }).catch(() => {}),
    }
  } catch (error) {
    throw error instanceof HttpError ? error : away(error)
  }
}

function away(error: unknown): Unavailable {
  logFailure('storage', explainDisk(error, PHOTO_FOLDER), error)
  return new Unavailable(AWAY)
}

async function writeBody(path: string, request: Request, pace: ArrivalPace): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    let size = 0
    for await (const chunk of chunksOf(request, pace)) {
      size += chunk.byteLength
      if (size > MAX_PHOTO_BYTES) throw tooLargePhoto()
      await file.write(chunk)
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

const tooLargePhoto = () => new TooLarge(`${tooLarge('photo')}: a photo may have at most 5 MB.`)
