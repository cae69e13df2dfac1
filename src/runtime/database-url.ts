import { accessSync, constants } from 'node:fs'

// As libpq reads it, but of one host: postgres://user:password@host:5432/name?sslmode=verify-full

export interface DatabaseAddress {
  name: string
  url: string
  database: string
}

const SHAPE = /^(postgres(?:ql)?:\/\/(?:.*@)?)([^@/?]*)(\/[^?]*)?(?:\?(.*))?$/
const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']
const FILES = ['sslrootcert', 'sslcert', 'sslkey']
const SESSIONS = ['any', 'read-write', 'primary', 'prefer-standby']

const WRONG_SHAPE = 'must look like postgres://user:password@host:5432/database'
const SEVERAL =
  'names several servers, and Fettle goes to one address: put HAProxy before them, as docs/scaling.md shows'

export function databaseAddress(text: string): DatabaseAddress {
  const [, head, host = '', path = '', query = ''] = SHAPE.exec(text) ?? []
  if (head === undefined) throw new Error(WRONG_SHAPE)
  const parameters = new URLSearchParams(query)
  check(parameters)
  if ([host, parameters.get('host'), parameters.get('port')].some((part) => part?.includes(',')))
    throw new Error(SEVERAL)
  parameters.delete('target_session_attrs')
  const url = `${head}${host}${path}${parameters.size ? `?${parameters}` : ''}`
  if (!URL.canParse(url)) throw new Error(WRONG_SHAPE)
  const { hostname, port, pathname } = new URL(url)
  return {
    name: `${hostname || 'localhost'}:${port || parameters.get('port') || 5432}`,
    url,
    database: decodeURIComponent(pathname.slice(1)),
  }
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
