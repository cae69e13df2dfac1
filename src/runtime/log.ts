import pino from 'pino'
import { currentRequest } from './current.ts'
import { env } from './env.ts'
import { innermost, reasonOf } from './reason.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'
/** Counts, our own names, ids. Never what people typed. */
type Fields = Record<string, string | number | boolean | null | undefined>

export const FAILURES = ['database', 'storage', 'mail', 'identity', 'unexpected'] as const
export type FailureKind = (typeof FAILURES)[number]

export const failures: Record<FailureKind, number> = { database: 0, storage: 0, mail: 0, identity: 0, unexpected: 0 }

// Synchronous, so that the last line before a crash is written.
const stdout = pino.destination({ dest: 1, sync: true })
// stdout may be closed: keep serving.
stdout.on('error', () => {})

let write = (line: string): void => {
  stdout.write(env.LOG_FORMAT === 'json' ? line : readable(line))
}

const logger = pino(
  {
    level: env.LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  },
  { write: (line: string) => write(line) },
)

const say =
  (level: Level) =>
  (event: string, sentence: string, fields: Fields = {}): void => {
    if (logger.isLevelEnabled(level)) logger[level]({ request: currentRequest()?.id, event, ...fields }, sentence)
  }

export const log = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') }

export function logFailure(kind: FailureKind, sentence: string, error: unknown, fields: Fields = {}): void {
  failures[kind]++
  log.error(`failure.${kind}`, sentence, { ...fields, error: nameOf(error), reason: bareReason(error) })
}

function nameOf(error: unknown): string {
  const cause = innermost(error)
  if (!(cause instanceof Error)) return typeof cause
  const { errno, code } = cause as { errno?: unknown; code?: unknown }
  return [cause.name, errno ?? code].filter((part) => part !== undefined).join(' ')
}

/** PostgreSQL quotes a value that it cannot read, a mail server an address. */
export const bareReason = (error: unknown): string =>
  reasonOf(error)
    .replace(/\S+@\S+/g, '[address]')
    .replace(/: ".*"/, ': [value]')
    .replace(QUOTED, (quoted, name?: string) => (name ? quoted : '[value]'))

const QUOTED = /(\b(?:relation|column|constraint|table|type|function|index|database|role|module) )?"[^"]*"/g

export function sendLogTo(sink: (line: string) => void, level: Level = 'debug'): () => void {
  const before = { write, level: logger.level }
  write = sink
  logger.level = level
  return () => {
    write = before.write
    logger.level = before.level
  }
}

function readable(line: string): string {
  const { level, time, event, msg, ...fields } = JSON.parse(line) as Record<string, unknown>
  const rest = Object.entries(fields).map(([name, value]) => `  ${name}=${value}`)
  return `${String(time).slice(11, 23)} ${level} ${event}  ${msg}${rest.join('')}\n`
}
