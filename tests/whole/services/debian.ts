import { existsSync } from 'node:fs'

// Real servers for the tests, from Debian's packages: PostgreSQL 15, PgBouncer, Patroni, etcd, radosgw, exim4, HAProxy, nginx;
// and the browsers Firefox, WebKit and Chromium with windows.
// On Debian, as root, what is missing is installed; elsewhere the tests that need it say what they miss and are left out.

/** What each service is known by: a file that is there when its packages are. */
const PROOF = {
  postgres: { file: '/usr/lib/postgresql/15/bin/postgres', packages: ['postgresql-15', 'postgresql-client-15'] },
  radosgw: {
    file: '/usr/bin/radosgw',
    packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-mgr', 'ceph-common'],
  },
  exim: { file: '/usr/sbin/exim4', packages: ['exim4-daemon-light'] },
  haproxy: { file: '/usr/sbin/haproxy', packages: ['haproxy'] },
  nginx: { file: '/usr/sbin/nginx', packages: ['nginx-light'] },
  pgbouncer: { file: '/usr/sbin/pgbouncer', packages: ['pgbouncer'] },
  patroni: { file: '/usr/bin/patroni', packages: ['patroni', 'python3-etcd'] },
  etcd: { file: '/usr/bin/etcd', packages: ['etcd-server'] },
  firefox: { file: '/usr/bin/firefox-esr', packages: ['firefox-esr'] },
  webkit: { file: '/usr/bin/WebKitWebDriver', packages: ['webkit2gtk-driver'] },
  chromium: { file: '/usr/bin/chromium', packages: ['chromium'] },
  xvfb: { file: '/usr/bin/Xvfb', packages: ['xvfb'] },
} as const

export type Service = keyof typeof PROOF

const isDebian = async () =>
  /^ID=debian$/m.test(
    await Bun.file('/etc/os-release')
      .text()
      .catch(() => ''),
  )

/** Which of these services cannot be had on this machine: none, after installing what was missing. */
export async function missingServices(services: readonly Service[]): Promise<Service[]> {
  const missing = () => services.filter((service) => !existsSync(PROOF[service].file))
  if (missing().length && process.getuid?.() === 0 && (await isDebian())) {
    await install(missing().flatMap((service) => PROOF[service].packages))
  }
  return missing()
}

async function install(packages: string[]): Promise<void> {
  console.log(`Installing ${packages.join(' ')}`)
  // Debian's packages start what they bring; here each test starts its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  // Tests may run side by side, and apt bears one process at a time.
  const script = 'apt-get update -qq; apt-get install -y -qq --no-install-recommends "$@"'
  const command = ['flock', '/tmp/fettle-apt.lock', 'sh', '-c', script, 'sh', ...packages]
  await Bun.spawn(command, { env, stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' }).exited
}
