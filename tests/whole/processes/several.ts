import { join } from 'node:path'
import { ROOT } from '#tests/support/root.ts'
import { type Fettle, startFettle } from '#tests/whole/faults/fettle.ts'
import { missingServices, type Service } from '#tests/whole/services/debian.ts'
import { type Haproxy, startHaproxy } from '#tests/whole/services/haproxy.ts'
import { freePort } from '#tests/whole/services/ports.ts'
import { startPostgres } from '#tests/whole/services/postgres.ts'
import type { Radosgw } from '#tests/whole/services/radosgw.ts'

/** Processes of one installation behind one proxy. Each has a DATA_DIR of its own, as on machines of their own. */
export type Several = {
  /** The proxy's address, which is PUBLIC_URL. */
  url: string
  fettles: readonly Fettle[]
  /** The processes' own addresses, past the proxy. */
  urls: readonly string[]
  /** As long as wanted: the processes' addresses one after the other. */
  inTurn(count: number): string[]
  proxy: Haproxy
  [Symbol.asyncDispose](): Promise<void>
}

export type SeveralOptions = {
  count?: number
  /** The rest of their environment: S3_…, SMTP_URL. */
  env?: Record<string, string>
  supervised?: boolean
  /** A file with certificate and key: the proxy speaks TLS, and what comes without is sent there. */
  tls?: { file: string; plainPort: number }
  /** Where their empty database is; a PostgreSQL of their own when left out. */
  database?: { url: string }
}

/** Why several processes cannot be run here, or null; says so on the terminal. */
export async function whyNotSeveral(...more: Service[]): Promise<string | null> {
  const missing = await missingServices(['haproxy', 'postgres', ...more])
  if (missing.length === 0) return null
  const why = `not installed and cannot be: ${missing.join(', ')}`
  console.log(`Left out, as these are ${why}`)
  return why
}

/** What each of several processes on this database is given. `url` is the proxy's. */
export const sharedEnv = (database: { url: string }, url: string, env: Record<string, string> = {}) => ({
  ...{ DATABASE_URL: database.url, DATABASE_POOL: '10', PUBLIC_URL: url, TRUST_PROXY: '1', LOG_LEVEL: 'warn' },
  ...{ RATE_WRITES: '0', RATE_UPLOADS: '0', RATE_STRANGERS: '0', RATE_READS: '0' },
  // Nobody waits for what no test looks at.
  DRAIN_SECONDS: '0',
  ...env,
})

/** Starts them all at once on an empty database, with the proxy of ops/haproxy.cfg in front. */
export async function startSeveral({
  count = 3,
  env,
  supervised,
  tls,
  database,
}: SeveralOptions = {}): Promise<Several> {
  await using starting = new AsyncDisposableStack()
  const empty = database ?? starting.use(await startPostgres())
  const port = freePort()
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
  const shared = sharedEnv(empty, url, env)
  const started = await Promise.allSettled(
    Array.from({ length: count }, () => startFettle({ env: shared, supervised })),
  )
  const fettles = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  starting.defer(() => Promise.all(fettles.map((fettle) => fettle.remove())).then(() => {}))
  for (const one of started) if (one.status === 'rejected') throw one.reason
  const urls = fettles.map((fettle) => fettle.url)
  const proxy = starting.use(await startHaproxy(await haproxyConfiguration(port, urls, tls)))
  const all = starting.move()
  return {
    ...{ url, fettles, urls, proxy },
    inTurn: (length) => Array.from({ length }, (_, n) => urls[n % urls.length]!),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** ops/haproxy.cfg with these ports; without a certificate without its TLS. */
export async function haproxyConfiguration(port: number, urls: string[], tls?: SeveralOptions['tls']): Promise<string> {
  const text = await Bun.file(join(ROOT, 'ops/haproxy.cfg')).text()
  // Where there are fewer processes than documented, the last one stands in for the others.
  const portOf = (documented: string) => new URL(urls[Number(documented) - 3001] ?? urls.at(-1)!).port
  const own = text.replace(/(?<=127\.0\.0\.1:)300\d/g, portOf)
  const [plain, secure] = [/^ +bind :80$/m, /^ +bind :443 ssl crt \S+/m]
  if (tls)
    return own
      .replace(plain, `bind 127.0.0.1:${tls.plainPort}`)
      .replace(secure, `bind 127.0.0.1:${port} ssl crt ${tls.file}`)
  return own
    .replace(plain, `bind 127.0.0.1:${port}`)
    .replace(/^ +bind :443 .*$/m, '')
    .replace(/^.* redirect scheme https .*$/m, '')
}

/** Settings for photos in a bucket of their own of this S3 server. */
export const bucketEnv = async (s3: Radosgw): Promise<Record<string, string>> => ({
  S3_ENDPOINT: s3.endpoint,
  S3_REGION: s3.region,
  S3_BUCKET: await s3.makeBucket(),
  S3_ACCESS_KEY: s3.accessKey,
  S3_SECRET_KEY: s3.secretKey,
})
