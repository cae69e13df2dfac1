import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { S3Client } from '@bradenmacdonald/s3-lite-client'
import { cephSettings } from './ceph-settings.ts'
import { freePort } from './ports.ts'
import { serviceFolder } from './service-folder.ts'

export type S3User = { accessKey: string; secretKey: string }

/** A real S3 server on a port of its own. `accessKey` may do everything in buckets that it made. */
export type Radosgw = S3User & {
  /** 'http://127.0.0.1:port' */
  endpoint: string
  region: string
  /** Makes a bucket and returns its name. */
  makeBucket(name?: string): Promise<string>
  /** Another user, who may not touch the buckets of the first. `quotaBytes`: more than that is refused with 403 QuotaExceeded. */
  makeUser(options?: { quotaBytes?: number }): Promise<S3User>
  /** Other keys of the first user that may read and not write. */
  makeReader(): Promise<S3User>
  /** A client to look with, or to prepare with, past Fettle. */
  client(bucket: string, user?: S3User): S3Client
  /** Gives a full store as much room again. */
  makeRoom(): Promise<void>
  /** Ends the S3 server as kill -9 does; what it has stored stays. */
  kill(): Promise<void>
  /** Starts it again on the same port. */
  revive(): Promise<void>
  /** Runs radosgw-admin; returns what it prints. */
  admin(...words: string[]): Promise<string>
  /** Ends everything and removes its files. Happens by itself when the test process is gone. */
  stop(): Promise<void>
}

const REGION = 'us-east-1'
const OWNER: S3User = { accessKey: 'FETTLETESTS', secretKey: 'of-the-tests-and-of-nobody-else' }

/**
 * Starts Debian's radosgw on a Ceph of one node whose store is memory, in about a second. `bytes` is what the store
 * holds: once full, it leaves what would write without an answer, as Ceph does. Needs the packages of missingServices(['radosgw']). Throws with what it complained of when it does not start.
 */
export async function startRadosgw({ bytes = 1 << 30 }: { bytes?: number } = {}): Promise<Radosgw> {
  const { path: folder, remove: stop } = serviceFolder('rgw')
  const [monitorPort, port] = [freePort(), freePort()]
  const run = runIn(folder)
  const admin = (...words: string[]) =>
    run('radosgw-admin', '-c', conf, '-n', 'client.rgw', '--admin-socket=', ...words)
  const conf = join(folder, 'ceph.conf')
  const endpoint = `http://127.0.0.1:${port}`
  const serve = async () => {
    await run('radosgw', '-c', conf, '-n', 'client.rgw')
    await answered(endpoint)
  }
  const owner = ['--uid=owner', '--display-name=owner']
  const keysOf = ({ accessKey, secretKey }: S3User) => [`--access-key=${accessKey}`, `--secret-key=${secretKey}`]
  try {
    const cluster = crypto.randomUUID()
    for (const name of ['mon', 'osd', 'log']) await mkdir(join(folder, name))
    await Bun.write(conf, cephSettings({ cluster, folder, monitorPort, port, bytes }))
    await startCluster(run, folder, cluster, monitorPort)
    await serve()
    await admin('user', 'create', ...owner, ...keysOf(OWNER))
  } catch (error) {
    await stop()
    throw error
  }
  const client = (bucket: string, user: S3User = OWNER) =>
    new S3Client({ endPoint: endpoint, region: REGION, bucket, ...user })
  let made = 0
  const newUser = (): S3User => ({ accessKey: `KEY${++made}`, secretKey: crypto.randomUUID() })
  return {
    ...OWNER,
    endpoint,
    region: REGION,
    client,
    admin,
    stop,
    makeBucket: async (name = `photos-${crypto.randomUUID()}`) => {
      await client(name).makeBucket(name)
      return name
    },
    makeUser: async ({ quotaBytes } = {}) => {
      const user = newUser()
      const uid = `--uid=${user.accessKey}`
      await admin('user', 'create', uid, '--display-name=user', ...keysOf(user))
      if (quotaBytes !== undefined) {
        await admin('quota', 'set', '--quota-scope=user', uid, `--max-size=${quotaBytes}`)
        await admin('quota', 'enable', '--quota-scope=user', uid)
      }
      return user
    },
    makeReader: async () => {
      const user = newUser()
      const name = `--subuser=owner:${user.accessKey}`
      await admin('subuser', 'create', '--uid=owner', name, '--access=read', '--key-type=s3', ...keysOf(user))
      return user
    },
    makeRoom: async () => {
      await run('ceph', '-c', conf, 'osd', 'set-full-ratio', '1')
    },
    kill: async () => {
      const pid = Number(await readFile(join(folder, 'client.rgw.pid'), 'utf8'))
      process.kill(pid, 'SIGKILL')
      await gone(pid)
    },
    revive: serve,
  }
}

/** Nobody may be there to take in what is dead: a zombie is gone too. */
async function gone(pid: number): Promise<void> {
  const isAlive = async () => /\) [^ZX] /.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))
  while (await isAlive()) await Bun.sleep(5)
}

/** It goes into the background before it listens. */
async function answered(endpoint: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(endpoint).catch(() => null)
    if (answer?.ok) return
    if (tries === 500) throw new Error(`radosgw does not answer at ${endpoint}`)
    await Bun.sleep(20)
  }
}

type Run = (...command: string[]) => Promise<string>

/** A monitor and one store, which know each other by keys made now. */
async function startCluster(run: Run, folder: string, cluster: string, monitorPort: number): Promise<void> {
  const [conf, keys, map] = [join(folder, 'ceph.conf'), join(folder, 'keyring'), join(folder, 'monmap')]
  const everything = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *']
  await run('ceph-authtool', '--create-keyring', keys, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
  await run('ceph-authtool', keys, '--gen-key', '-n', 'client.admin', ...everything)
  await run('ceph-authtool', keys, '--gen-key', '-n', 'client.rgw', ...everything)
  await run(
    'ceph-authtool',
    keys,
    '--gen-key',
    '-n',
    'osd.0',
    '--cap',
    'mon',
    'allow profile osd',
    ...everything.slice(3),
  )
  const monitor = ['--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`]
  await run('monmaptool', '--create', ...monitor, '--fsid', cluster, map)
  await run('ceph-mon', '-c', conf, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keys)
  await run('ceph-mon', '-c', conf, '-i', 'a')
  const store = crypto.randomUUID()
  await run('ceph', '-c', conf, 'osd', 'create', store, '0')
  await run('ceph-osd', '-c', conf, '-i', '0', '--mkfs', '--osd-uuid', store)
  await run('ceph-osd', '-c', conf, '-i', '0')
}

/** Runs a program until it ends, or has gone into the background; what it prints goes by way of files, which outlive it. */
function runIn(folder: string): Run {
  let count = 0
  return async (...command) => {
    const [out, err] = ['out', 'err'].map((kind) => join(folder, 'log', `${++count}.${command[0]}.${kind}`))
    await Bun.write(err!, '')
    const child = Bun.spawn(command, { cwd: folder, stdin: 'ignore', stdout: Bun.file(out!), stderr: Bun.file(err!) })
    if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${await Bun.file(err!).text()}`)
    return Bun.file(out!).text()
  }
}
