import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFettle } from '#tests/whole/faults/fettle.ts'
import { type Ids, type Target, targets } from './targets.ts'

// sqlmap and wapiti against the program with the demo in it. Ends with 1 when one found something.

const only = process.argv.slice(2)
for (const tool of ['sqlmap', 'wapiti']) {
  if (!Bun.which(tool)) throw new Error(`Install ${tool} first: apt-get install sqlmap wapiti`)
}

const PEOPLE = { agent: 'olivia.hart', contractor: 'carl@masonplumbing.example', admin: 'admin@fettle.example' }
type Role = keyof typeof PEOPLE

const folder = await mkdtemp(join(tmpdir(), 'fettle-scan-'))
const fettle = await startFettle({
  env: {
    NODE_ENV: 'development',
    DEMO: '1',
    LOG_FORMAT: 'json',
    // As in production: cookies are Secure, and HSTS is sent.
    PUBLIC_URL: 'https://fettle.example',
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
    RATE_WRITES: '0',
    RATE_UPLOADS: '0',
    RATE_READS: '0',
  },
})

async function signIn(identifier: string): Promise<string> {
  const response = await fetch(`${fettle.url}/api/local/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password: 'fettle-demo' }),
  })
  if (!response.ok) throw new Error(`${identifier} cannot sign in: ${response.status}`)
  return /session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')![0]
}

const cookies = Object.fromEntries(
  await Promise.all(Object.entries(PEOPLE).map(async ([role, who]) => [role, await signIn(who)])),
) as Record<Role, string>

async function idsToTry(): Promise<Ids> {
  const read = async (role: Role, path: string) =>
    (await (await fetch(fettle.url + path, { headers: { cookie: cookies[role] } })).json()) as { id: string }[]
  const first = async (role: Role, path: string) => (await read(role, path))[0]!.id
  return {
    job: await first('agent', '/api/jobs'),
    quote: await first('agent', '/api/quotes'),
    visit: await first('admin', '/api/contractor-visits-invoicing'),
    user: await first('admin', '/api/contractors'),
    inHand: await first('contractor', '/api/jobs?status=assigned,in_progress'),
  }
}

async function run(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: folder, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [output, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  await child.exited
  return output + complaint
}

/** What sqlmap found, '' for nothing. */
async function sqlmap({ as, request, body }: Target): Promise<string> {
  const [method, path] = request.split(' ')
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(fettle.url).host}`,
    ...(as === 'stranger' ? [] : [`Cookie: ${cookies[as]}`]),
    ...(body ? ['Content-Type: application/json'] : []),
    '',
    body ? JSON.stringify(body) : '',
  ]
  const file = join(folder, 'request.txt')
  await Bun.write(file, lines.join('\r\n'))
  const settings =
    '--batch --ignore-stdin --flush-session --level=1 --risk=1 --dbms=PostgreSQL --ignore-code=401,404 --keep-alive'
  const output = await run([
    'sqlmap',
    '-r',
    file,
    ...settings.split(' '),
    `--output-dir=${folder}/sqlmap`,
    '--disable-coloring',
  ])
  // sqlmap tries a finding again, and may take it back.
  const found = /sqlmap identified the following injection point[\s\S]*?---([\s\S]*?)---/.exec(output)
  if (found) return found[1]!.trim()
  return output.includes('all tested parameters do not appear to be injectable')
    ? ''
    : `no verdict: ${output.slice(-600)}`
}

type Report = { vulnerabilities: Record<string, { method: string; path: string; info: string }[]> }

/** Browsers no longer have this filter; the page's script reads which form was taken, to forget its draft. */
const EXPECTED = /X-XSS-Protection is not set|HttpOnly flag is not set in the cookie : taken$/

/** A proxy that adds the session and refuses /api/logout: Debian's wapiti fails when it is told to leave an address out. */
function signedInSite(cookie: string | null, heard: () => void) {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      heard()
      const { pathname, search } = new URL(request.url)
      if (pathname === '/api/logout') return new Response(null, { status: 204 })
      const headers = new Headers(request.headers)
      headers.set('host', new URL(fettle.url).host)
      headers.set('accept-encoding', 'identity')
      if (cookie) headers.set('cookie', cookie)
      const body = request.body ? await request.arrayBuffer() : undefined
      return fetch(fettle.url + pathname + search, { method: request.method, headers, body, redirect: 'manual' })
    },
  })
}

/** What wapiti found, '' for nothing. */
async function wapiti(cookie: string | null): Promise<string> {
  let requests = 0
  const site = signedInSite(cookie, () => requests++)
  const file = join(folder, `wapiti-${site.port}.json`)
  // Without csrf, which looks for a token in each form: Fettle judges by Origin and Sec-Fetch-Site.
  const modules =
    'sql,blindsql,xss,permanentxss,file,exec,crlf,csp,xxe,backup,cookieflags,http_headers,methods,redirect,shellshock'
  const settings = `--flush-session -d 5 --max-links-per-page 40 --max-scan-time 120 --max-attack-time 90 --no-bugreport`
  const places = ['-u', `http://127.0.0.1:${site.port}/`, '--store-session', folder, '-f', 'json', '-o', file]
  const output = await run(['wapiti', ...places, '-m', modules, ...settings.split(' ')])
  await site.stop(true)
  if (!(await Bun.file(file).exists())) return `no report: ${output.slice(-1500)}`
  const { vulnerabilities } = (await Bun.file(file).json()) as Report
  console.log(`    ${requests} requests`)
  return Object.entries(vulnerabilities)
    .flatMap(([kind, cases]) => cases.map(({ method, path, info }) => `${kind}: ${method} ${path}: ${info}`))
    .filter((line) => !EXPECTED.test(line))
    .join('\n')
}

let findings = 0
function tell(what: string, found: string): void {
  console.log(found ? `  FOUND ${what}\n    ${found.replaceAll('\n', '\n    ')}` : `  nothing: ${what}`)
  if (found) findings++
}

try {
  if (!only.length || only.includes('sqlmap')) {
    console.log('sqlmap')
    for (const target of targets(await idsToTry())) tell(`${target.as} ${target.request}`, await sqlmap(target))
  }
  if (!only.length || only.includes('wapiti')) {
    console.log('wapiti')
    tell('stranger', await wapiti(null))
    for (const [role, cookie] of Object.entries(cookies)) tell(role, await wapiti(cookie))
  }
  const failures = fettle
    .log()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"|"status":5\d\d/.test(line))
  tell('failures of Fettle itself meanwhile', failures.slice(0, 20).join('\n'))
} finally {
  await fettle.remove()
  await rm(folder, { recursive: true, force: true })
}
console.log(`${findings} findings`)
process.exit(findings ? 1 : 0)
