import { join } from 'node:path'
import { ROOT } from '#tests/support/root.ts'
import { type Daemon, startDaemon } from './daemon.ts'
import { freePort } from './ports.ts'
import { serviceFolder } from './service-folder.ts'

export interface Etcd extends Daemon {
  port: number
  /** Stops it where it is, as a machine that hangs; `thaw` lets it go on. */
  freeze(): void
  thaw(): void
}

/** Runs ops/etcd.yml as the only member. `missingServices(['etcd'])` tells whether it is here. */
export async function startEtcd(): Promise<Etcd> {
  const folder = serviceFolder('etcd')
  const [clients, peers] = [freePort(), freePort()]
  const text = await Bun.file(join(ROOT, 'ops/etcd.yml')).text()
  const own = text
    .replace(/(?<=^initial-cluster: ).*$/m, 'etcd1=http://10.0.0.11:2380')
    .replaceAll('10.0.0.11:2379', `127.0.0.1:${clients}`)
    .replaceAll('10.0.0.11:2380', `127.0.0.1:${peers}`)
    .replace(/(?<=^data-dir: ).*$/m, join(folder.path, 'data'))
  const file = join(folder.path, 'etcd.yml')
  await Bun.write(file, own)
  const address = `http://127.0.0.1:${clients}/health`
  const ready = async () => {
    if (!(await fetch(address)).ok) throw new Error('It has no leader yet.')
  }
  const daemon = await startDaemon('etcd', ['/usr/bin/etcd', '--config-file', file], folder, ready)
  const signal = async (name: NodeJS.Signals) =>
    process.kill(Number(await Bun.file(join(folder.path, 'etcd.pid')).text()), name)
  return { ...daemon, port: clients, freeze: () => void signal('SIGSTOP'), thaw: () => void signal('SIGCONT') }
}
