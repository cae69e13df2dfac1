import { PHOTO_FOLDER } from '#src/photos/incoming.ts'
import { env, WrongEnvironment } from '#src/runtime/env.ts'
import { log } from '#src/runtime/log.ts'
import { checkDisk, diskStorage } from './disk.ts'
import type { Storage } from './port.ts'
import { s3Storage } from './s3.ts'
import { checkS3 } from './s3-check.ts'
import type { S3Settings } from './s3-failure.ts'

function s3Settings(): S3Settings | null {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = env
  if (!(S3_ENDPOINT && S3_REGION && S3_BUCKET && S3_ACCESS_KEY && S3_SECRET_KEY)) return null
  return {
    endPoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
  }
}

const s3 = s3Settings()

export const storage: Storage = s3 ? s3Storage(s3) : diskStorage(PHOTO_FOLDER)

export async function checkStorage(): Promise<void> {
  const finding = await (s3 ? checkS3(s3) : checkDisk(PHOTO_FOLDER))
  if (finding?.wrong) throw new WrongEnvironment([finding.sentence])
  if (finding) log.warn('storage.away', `${finding.sentence} Fettle starts; photos come when the storage does.`)
}
