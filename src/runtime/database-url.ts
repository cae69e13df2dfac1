import { accessSync, constants } from 'node:fs'

// As libpq reads it: postgres://user:password@one:5432,two:5432/name?sslmode=verify-full

interface DatabaseAddress {
  name: string
  url: string
  database: string
}

const SHAPE = /^(postgres(?:ql)?:\/\/(?:.*@)?)([^@/?]*)(\/[^?]*)?(?:\?(.*))?$/
const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']
const FILES = ['sslrootcert', 'sslcert', 'sslkey']
const SESSIONS = ['any', 'read-write', 'primary', 'prefer-standby']

export function databaseAddresses(text: string): DatabaseAddress[] {
  const [, head, hosts = '', path = '', query = ''] = SHAPE.exec(text) ?? []
  if (head === undefined) throw new Error('must look like postgres://user:password@host:5432/database')
  const parameters = new URLSearchParams(query)
  check(parameters)
  const ports = (parameters.get('port') ?? '').split(',')
  const named = parameters.get('host') ?? hosts
  const list = named.includes('/') ? [hosts] : named.split(',')
  if (list.length > 1) for (const name of ['host', 'port']) parameters.delete(name)
  parameters.delete('target_session_attrs')
  const rest = parameters.size ? `?${parameters}` : ''
  return list.map((host, index) => {
    const port = list.length > 1 && !/:\d+$/.test(host) ? (ports[index] ?? ports[0]) : undefined
    const url = `${head}${host}${port ? `:${port}` : ''}${path}${rest}`
    if (!URL.canParse(url) || (list.length > 1 && !host)) {
      throw new Error('must look like postgres://user:password@host:5432/database')
    }
    const parsed = new URL(url)
    return {
      name: `${parsed.hostname || 'localhost'}:${parsed.port || parameters.get('port') || 5432}`,
      url,
      database: decodeURIComponent(parsed.pathname.slice(1)),
    }
  })
}

function check(parameters: URLSearchParams): void {
  const mode = parameters.get('sslmode')
  if (mode !== null && !TLS_MODES.includes(mode)) {
    throw new Error(`has sslmode=${mode}, which is none of ${TLS_MODES.join(', ')}`)
  }
  for (const name of FILES) {
    const file = parameters.get(name)
    if (!file || (name === 'sslrootcert' && file === 'system')) continue
    try {
      accessSync(file, constants.R_OK)
    } catch {
      throw new Error(`names a file with ${name} that cannot be read: ${file}`)
    }
  }
  const session = parameters.get('target_session_attrs')
  if (session !== null && !SESSIONS.includes(session)) {
    throw new Error(`has target_session_attrs=${session}, and Fettle needs a server that takes writes: read-write`)
  }
}
