import { join } from 'node:path'
import { ROOT } from '#tests/support/root.ts'
import { type Daemon, startDaemon } from './daemon.ts'
import { untilListening } from './ports.ts'
import { serviceFolder } from './service-folder.ts'

/** Runs nginx with ops/nginx.conf on this port, without its TLS, in front of `upstreams`, as Debian's own file includes it. */
export async function startNginx(port: number, plainPort: number, upstreams: string[]): Promise<Daemon> {
  const folder = serviceFolder('nginx')
  const file = join(folder.path, 'nginx.conf')
  const log = join(folder.path, 'log')
  const own = (await Bun.file(join(ROOT, 'ops/nginx.conf')).text())
    .replace(/127\.0\.0\.1:300(\d)/g, (_, digit) => upstreams[digit - 1] ?? upstreams.at(-1)!)
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ +ssl_certificate.*$/gm, '')
    .replaceAll('/var/log/nginx/access.log', log)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder.path, name)};`,
  )
  await Bun.write(
    file,
    `pid ${join(folder.path, 'nginx.pid')};\nerror_log stderr;\ndaemon off;\nmaster_process off;\nevents {}
http {\n${temporary.join('\n')}\naccess_log ${log};\n${own}\n}\n`,
  )
  return startDaemon('nginx', ['/usr/sbin/nginx', '-c', file], folder, () => untilListening(port, 1))
}
