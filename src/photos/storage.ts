import { env } from '#src/env.ts'
import { diskStorage } from './disk.ts'
import { PHOTO_FOLDER } from './incoming.ts'
import type { Variant } from './object-name.ts'
import { s3Storage } from './s3.ts'

/**
 * Where photos are kept. Keys are the ids of uploaded_objects; what is kept is always a JPEG of our making.
 * Every call throws Unavailable when the storage is away.
 */
export type Storage = {
  /** Keeps the object, all of it or nothing. An object of that key is replaced. */
  put(key: string, variant: Variant, bytes: Buffer): Promise<void>
  /** The object's bytes, or null when there is none. */
  read(key: string, variant: Variant): Promise<Blob | null>
  /** Removes every variant. Removing what is not there succeeds. */
  remove(key: string): Promise<void>
}

/** The storage of this process: S3 when S3_ENDPOINT is set, else DATA_DIR/photos. */
export const storage: Storage =
  env.S3_ENDPOINT && env.S3_REGION && env.S3_BUCKET && env.S3_ACCESS_KEY && env.S3_SECRET_KEY
    ? s3Storage({
        endPoint: env.S3_ENDPOINT,
        region: env.S3_REGION,
        bucket: env.S3_BUCKET,
        accessKey: env.S3_ACCESS_KEY,
        secretKey: env.S3_SECRET_KEY,
      })
    : diskStorage(PHOTO_FOLDER)
