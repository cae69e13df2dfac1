import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { signalTo } from '#db/embedded/processes.ts'
import { makeAuthority } from './certificates.ts'
import { missingServices } from './debian.ts'
import { freePort, untilListening } from './ports.ts'
import { serviceFolder } from './service-folder.ts'

// Debian's exim4 as the mail server of an operator: STARTTLS on one port, TLS from the start on the other, sending only for
// those who sign in. nobody@ does not exist (550), busy@ is put off (451). What it takes it delivers into a folder.

/** Why exim cannot be run here, or null. */
export async function whyNoExim(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'exim4 is run by root, who may give it settings of its own'
  return (await missingServices(['exim'])).length ? 'exim4 is not installed and cannot be' : null
}

export type EximOptions = {
  /** Lines for the main section. */
  settings?: string
  /** False: a server without STARTTLS. */
  starttls?: boolean
  /** False: a server where nobody can sign in. */
  signIn?: boolean
  /** What a connection meets before the greeting, as an access list: 'deny message = not now', 'accept delay = 5s'. */
  connect?: string
  /** The same for our sender's address. */
  sender?: string
  /** The same before a recipient is judged. */
  recipient?: string
}

export type Exim = {
  /** smtp://user:password@127.0.0.1:port, which offers STARTTLS. */
  url: string
  /** smtps://user:password@127.0.0.1:port, encrypted from the start. */
  tlsUrl: string
  /** The same doors without name and password. */
  host: string
  port: number
  tlsPort: number
  user: string
  password: string
  /** File with the certificate of the authority that signed the server's. */
  ca: string
  /** How many messages have been delivered. */
  count(): Promise<number>
  /** The delivered messages, read by a parser that is not ours; `to` of the envelope is in x-envelope-to. */
  mails(): Promise<Email[]>
  /** How many messages it has taken and not delivered yet. */
  spooled(): Promise<number>
  /** The server's main log. */
  log(): Promise<string>
  /** Ends it like an administrator does, and removes its folder. */
  stop(): Promise<void>
  /** Ends it and everything it is in the middle of, like a power cut. */
  kill(): Promise<void>
  /** Starts it again on the same ports, with what it had in its spool. */
  restart(options?: EximOptions): Promise<void>
}

const USER = 'fettle'
const PASSWORD = 'p@ss:w/rd %1'

type Ports = { port: number; tlsPort: number }

/** Starts an exim of one's own on free ports. It ends with `stop`, or when this process does. */
export async function startExim(options: EximOptions = {}): Promise<Exim> {
  const { path: folder, remove } = serviceFolder('exim')
  const { ca, sign } = await makeAuthority(join(folder, 'tls'))
  const { cert, key } = await sign(['localhost', '127.0.0.1'])
  await Bun.$`cd ${folder} && mkdir spool log mail used && cp ${cert} used/cert.pem && cp ${key} used/key.pem && chown -R Debian-exim: . && chmod -R go+rX,go-w . && chmod 600 used/key.pem`
  const ports = { port: freePort(), tlsPort: freePort() }
  let server = await run(folder, ports, options)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    // Each connection and each delivery has a process of its own, all in one group.
    signalTo(-server.pid, signal)
    await server.exited
    signalTo(-server.pid, 'SIGKILL')
    // One that is still going may hold the daemon's socket, and let somebody in whom nobody will answer.
    await Promise.all([untilClosed(ports.port), untilClosed(ports.tlsPort)])
    await Promise.all(['exim.pid', 'group.pid'].map((name) => rm(join(folder, name), { force: true })))
  }
  const files = async () =>
    (await readdir(join(folder, 'mail/new')).catch(() => [])).map((name) => join(folder, 'mail/new', name))
  const login = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`
  return {
    url: `smtp://${login}@127.0.0.1:${ports.port}`,
    tlsUrl: `smtps://${login}@127.0.0.1:${ports.tlsPort}`,
    host: '127.0.0.1',
    ...ports,
    user: USER,
    password: PASSWORD,
    ca,
    count: async () => (await files()).length,
    mails: async () => Promise.all((await files()).map(async (file) => PostalMime.parse(await readFile(file)))),
    spooled: async () =>
      (await readdir(join(folder, 'spool/input'), { recursive: true }).catch(() => [])).filter((name) =>
        name.endsWith('-H'),
      ).length,
    log: () => readFile(join(folder, 'log/main'), 'utf8').catch(() => ''),
    stop: async () => {
      await end('SIGTERM')
      await remove()
    },
    kill: () => end('SIGKILL'),
    restart: async (changed = options) => {
      await end('SIGKILL')
      server = await run(folder, ports, changed)
    },
  }
}

/** Just started, exim may take a connection and say nothing more on it. */
async function untilGreeting(port: number) {
  await untilListening(port)
  const greeted = () =>
    new Promise<boolean>((resolve) => {
      setTimeout(resolve, 2000, false)
      const data = (socket: Bun.Socket, bytes: Buffer) => {
        resolve(/^[245]\d\d/.test(bytes.toString()))
        socket.end('QUIT\r\n')
      }
      const close = () => resolve(false)
      Bun.connect({ hostname: '127.0.0.1', port, socket: { data, close, error: close } }).catch(close)
    })
  for (let times = 0; times < 3; ) times = (await greeted()) ? times + 1 : 0
}

async function untilClosed(port: number) {
  while (
    await untilListening(port, 0).then(
      () => true,
      () => false,
    )
  )
    await Bun.sleep(5)
}

async function run(folder: string, ports: Ports, options: EximOptions) {
  const file = join(folder, 'exim.conf')
  await writeFile(file, configuration(folder, ports, options))
  // -q2s: what was in the spool when it was killed is delivered within seconds.
  const server = Bun.spawn(['/usr/sbin/exim4', '-C', file, '-bdf', '-q2s'], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
    detached: true,
  })
  // The whole group: a session that outlives the daemon would make its log again after the folder is removed.
  await writeFile(join(folder, 'group.pid'), String(-server.pid))
  const ended = server.exited.then(async () => {
    throw new Error(`exim4 ended: ${await new Response(server.stderr).text()}`)
  })
  ended.catch(() => {})
  await Promise.race([ended, Promise.all([untilListening(ports.tlsPort), untilGreeting(ports.port)])])
  return server
}

const configuration = (folder: string, { port, tlsPort }: Ports, options: EximOptions) => `
primary_hostname = localhost
exim_user = Debian-exim
exim_group = Debian-exim
# The transport writes as exim's own user, so nothing needs root once the ports are open.
deliver_drop_privilege = true
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%s
pid_file_path = ${folder}/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port} : ${tlsPort}
tls_on_connect_ports = ${tlsPort}
tls_advertise_hosts = ${options.starttls === false ? '' : '*'}
tls_certificate = ${folder}/used/cert.pem
tls_privatekey = ${folder}/used/key.pem
auth_advertise_hosts = ${options.signIn === false ? '' : `\${if eq{$tls_in_cipher}{}{}{*}}`}
pipelining_connect_advertise_hosts =
message_size_limit = 10M
smtp_accept_max = 50
smtp_accept_queue_per_connection = 0
rfc1413_query_timeout = 0s
keep_environment =
acl_smtp_connect = acl_connect
acl_smtp_mail = acl_mail
acl_smtp_rcpt = acl_rcpt
acl_smtp_data = acl_data
${options.settings ?? ''}

begin acl
acl_connect:
  ${options.connect ?? 'accept'}
acl_mail:
  ${options.sender ?? 'accept'}
acl_rcpt:
  ${options.recipient ?? ''}
  deny local_parts = nobody
       message = 5.1.1 no such user
  defer local_parts = busy
       message = 4.3.0 try later
  accept authenticated = *
  deny message = relay not permitted
acl_data:
  accept

begin routers
everybody:
  driver = accept
  transport = folder

begin transports
folder:
  driver = appendfile
  directory = ${folder}/mail
  headers_add = X-Envelope-To: $local_part@$domain
  maildir_format
  user = Debian-exim
  create_directory

begin retry
* * F,1h,1s

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${USER}}}{eq{$auth3}{${PASSWORD}}}}}
  server_set_id = $auth2
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = Username:: : Password::
  server_condition = \${if and{{eq{$auth1}{${USER}}}{eq{$auth2}{${PASSWORD}}}}}
  server_set_id = $auth1
`
