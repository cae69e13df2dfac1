import pino from 'pino'
import { env } from '#src/env.ts'
import { currentRequest } from './current.ts'
import { innermost, reasonOf } from './reason.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'
/** What a line says besides its sentence: counts, names of ours, ids. Never anything that people typed. */
type Fields = Record<string, string | number | boolean | null | undefined>

/** What is away, or 'unexpected' where nobody knows yet. */
export const FAILURES = ['database', 'storage', 'mail', 'identity', 'unexpected'] as const
export type FailureKind = (typeof FAILURES)[number]

/** How often what has failed since the start. */
export const failures: Record<FailureKind, number> = { database: 0, storage: 0, mail: 0, identity: 0, unexpected: 0 }

// Written before the next line of the program runs: what a process says last is what one wants to read.
const stdout = pino.destination({ dest: 1, sync: true })
// Nobody reads any more. That is no reason to answer no more.
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
    mixin: () => ({ request: currentRequest()?.id }),
  },
  { write: (line: string) => write(line) },
)

const say =
  (level: Level) =>
  (event: string, sentence: string, fields: Fields = {}): void =>
    logger[level]({ event, ...fields }, sentence)

/** Writes a line: an event's name to search for, a sentence to read, and figures. The request's id comes by itself. */
export const log = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') }

/** Writes that something failed and why, and counts it. The reason is stripped of what people typed. */
export function logFailure(kind: FailureKind, sentence: string, error: unknown, fields: Fields = {}): void {
  failures[kind]++
  log.error(`failure.${kind}`, sentence, { ...fields, error: nameOf(error), reason: bareReason(error) })
}

/** 'PostgresError 23505', 'TypeError'. */
function nameOf(error: unknown): string {
  const cause = innermost(error)
  if (!(cause instanceof Error)) return typeof cause
  const { errno, code } = cause as { errno?: unknown; code?: unknown }
  return [cause.name, errno ?? code].filter((part) => part !== undefined).join(' ')
}

/**
 * The innermost reason of an error without what it quotes: PostgreSQL repeats a value that it cannot read, a mail server
 * the address that it refuses.
 */
export const bareReason = (error: unknown): string =>
  reasonOf(error)
    .replace(/\S+@\S+/g, '[address]')
    .replace(/: ".*"/, ': [value]')
    .replace(QUOTED, (quoted, name?: string) => (name ? quoted : '[value]'))

/** What stands in quotes; names of our own are told. */
const QUOTED = /(\b(?:relation|column|constraint|table|type|function|index|database|role|module) )?"[^"]*"/g

/** Sends every line elsewhere until the function it returns is called. */
export function sendLogTo(sink: (line: string) => void, level: Level = 'debug'): () => void {
  const before = { write, level: logger.level }
  write = sink
  logger.level = level
  return () => {
    write = before.write
    logger.level = before.level
  }
}

/** '10:40:00.123 error failure.storage  Photo storage gave no answer.  reason=…' */
function readable(line: string): string {
  const { level, time, event, msg, ...fields } = JSON.parse(line) as Record<string, unknown>
  const rest = Object.entries(fields).map(([name, value]) => `  ${name}=${value}`)
  return `${String(time).slice(11, 23)} ${level} ${event}  ${msg}${rest.join('')}\n`
}
