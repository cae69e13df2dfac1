import { startEmbedded } from '#db/embedded/start.ts'
import { missingServices } from '#tests/whole/services/debian.ts'

// What the app under test stands on: what comes with it, or what an operator gives it. It ends with this process.

/** What to run with. */
type Settings = Record<string, string>

const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
/** Looked for sooner than after a second: what waits in a ring in a test about races waits for nothing else. */
const SERVER = { ...NOT_DURABLE, deadlock_timeout: '200ms' }

/** The embedded PostgreSQL, photos on the disk, e-mails as files; all of it under `dataDir`. */
export async function ownSurroundings(dataDir: string): Promise<Settings> {
  await startEmbedded({ dataDir, settings: SERVER })
  return {}
}

/** Debian's PostgreSQL 15 and exim4, and an S3 server. Throws when they cannot be had. */
export async function givenSurroundings(): Promise<Settings> {
  const missing = await missingServices(['postgres', 'radosgw', 'exim'])
  if (missing.length) throw new Error(`These cannot be had here: ${missing.join(', ')}`)
  const [{ startPostgres }, { startRadosgw }, { startExim }] = await Promise.all([
    import('#tests/whole/services/postgres.ts'),
    import('#tests/whole/services/radosgw.ts'),
    import('#tests/whole/services/exim.ts'),
  ])
  const [postgres, s3, mail] = await Promise.all([
    startPostgres({ password: 'of the tests', settings: SERVER }),
    startRadosgw(),
    startExim(),
  ])
  return {
    DATABASE_URL: postgres.url,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: await s3.makeBucket(),
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    SMTP_URL: mail.url,
    SMTP_CA: mail.ca,
    // A test that is about the rate sets its own.
    SMTP_RATE: '0',
  }
}
