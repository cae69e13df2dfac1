import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Static, type StaticDecode, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isDay } from '#src/domain/dates.ts'
import { isAddress, mailbox } from '#src/domain/email/address.ts'
import { URGENCIES, type Urgency } from '#src/domain/job/urgency.ts'
import { type HazardPeriods, hazardPeriodsOf } from '#src/domain/property/hazard/targets.ts'
import { databaseAddress } from './database-url.ts'
import { INVOICE_SETTINGS, wrongFees } from './invoice-settings.ts'
import { type Network, networksOf } from './network.ts'
import { PASSKEY_SETTING, wrongPasskeys } from './passkey-setting.ts'
import { number, read } from './read-setting.ts'
import { isGuessable, withSecretFiles } from './secret-settings.ts'

const HAZARD_DEFAULT = 'investigate:10d,summary:3d,safe:5d,prevent:12w,emergency:24h'
const NO_ISSUER = 'must be a URL without ? and #'

const rate = (most: string) => number('^[0-9]{1,7}$', 'must be a number of requests, 0 for no limit', most)
const flag = (usual: '0' | '1') =>
  read(Type.String({ default: usual, pattern: '^[01]$', error: 'must be 0 or 1' }), (text) => text === '1')

export const Environment = Type.Object({
  NODE_ENV: Type.String({ default: 'development' }),
  PORT: number('^[0-9]{1,5}$', 'must be a port number from 0 to 65535', '3000'),
  HOST: Type.String({ default: '0.0.0.0' }),
  PUBLIC_URL: Type.Optional(
    Type.String({ pattern: '^https?://[^/?#]+/?$', error: 'must be http(s)://host without a path' }),
  ),
  DATA_DIR: Type.String({ default: './data' }),
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://.+', error: 'must start with postgres://' })),
  DATABASE_READ_URL: Type.Optional(
    Type.String({ pattern: '^postgres(ql)?://.+', error: 'must start with postgres://' }),
  ),
  DATABASE_POOL: number('^[1-9][0-9]{0,2}$', 'must be a number from 1 to 999', '10'),
  DATABASE_STATEMENT_TIMEOUT: number(
    '^([1-9]|[1-9][0-9]|[1-5][0-9]{2}|600)$',
    'must be a number of seconds from 1 to 600',
    '15',
  ),
  SECRET: Type.Optional(Type.String({ minLength: 32, error: 'must have at least 32 characters' })),
  ADMIN_EMAIL: Type.Optional(Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$', error: 'must be an e-mail address' })),
  ADMIN_PASSWORD: Type.Optional(Type.String({ minLength: 6, maxLength: 200, error: 'must have 6 to 200 characters' })),
  DEMO: flag('1'),
  ...{ ...INVOICE_SETTINGS, ...PASSKEY_SETTING },
  TARGETS: Type.String({ default: 'high:24h,medium:5d,low:20d' }),
  HAZARD_TARGETS: Type.String({ default: HAZARD_DEFAULT }),
  BANK_HOLIDAYS: Type.String({ default: '' }),
  RAISE_AHEAD: Type.String({ default: '2m', pattern: '^([0-9]|1[0-2])m$', error: 'must be 0m to 12m: whole months' }),
  S3_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s?#@/]+(/[^\\s?#]*)?$',
      error: 'must be http(s)://host, without ?, # or a password',
    }),
  ),
  S3_REGION: Type.Optional(Type.String({ pattern: '^[\\w-]+$', error: 'must be a region such as eu-west-2' })),
  S3_BUCKET: Type.Optional(
    Type.String({
      pattern: '^(?!.*[.][.])[a-zA-Z0-9][a-zA-Z0-9.-]{1,61}[a-zA-Z0-9]$',
      error: 'must be the name of a bucket: 3 to 63 letters, digits, - and .',
    }),
  ),
  S3_ACCESS_KEY: Type.Optional(
    Type.String({ pattern: '^(?!ASIA)\\S+$', error: 'must be a lasting key, not one of temporary credentials' }),
  ),
  S3_SECRET_KEY: Type.Optional(Type.String()),
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://.+', error: 'must start with smtp:// or smtps://' })),
  SMTP_CA: Type.Optional(Type.String()),
  SMTP_RATE: number('^[0-9]{1,5}$', 'must be a number of e-mails a minute', '120'),
  MAIL_FROM: Type.String({ default: 'Fettle <no-reply@fettle.example>' }),
  CONTACT_PHONE: Type.Optional(
    Type.String({ pattern: '^[+(0-9][0-9 ().-]{4,29}$', error: 'must be a phone number such as 01483 000000' }),
  ),
  CONTACT_EMAIL: Type.Optional(Type.String()),
  OIDC_ISSUER: Type.Optional(Type.String({ pattern: '^https?://[^?#\\s]+$', error: NO_ISSUER })),
  // Some providers decode these characters, others do not.
  OIDC_CLIENT_ID: Type.Optional(Type.String({ pattern: '^[^%+:]*$', error: 'must not contain %, + or :' })),
  OIDC_CLIENT_SECRET: Type.Optional(Type.String({ pattern: '^[^%+]*$', error: 'must not contain % or +' })),
  OIDC_NAME: Type.String({
    default: 'your organisation account',
    maxLength: 60,
    error: 'must have at most 60 characters',
  }),
  RATE_WRITES: rate('600'),
  RATE_UPLOADS: rate('120'),
  RATE_STRANGERS: rate('300'),
  RATE_READS: rate('600'),
  TRUST_PROXY: flag('0'),
  OFFLINE: flag('1'),
  WEBHOOK_ALLOW: Type.String({ default: '' }),
  LOG_LEVEL: Type.String({
    default: 'info',
    pattern: '^(debug|info|warn|error|silent)$',
    error: 'must be debug, info, warn, error or silent',
  }),
  LOG_FORMAT: Type.Optional(
    Type.Union([Type.Literal('json'), Type.Literal('text')], { error: 'must be json or text' }),
  ),
  EVENTS_DAYS: number('^[1-9][0-9]{0,3}$', 'must be a number of days', '90'),
  METRICS_TOKEN: Type.Optional(Type.String({ pattern: '^\\S{16,}$', error: 'must have at least 16 characters' })),
  DRAIN_SECONDS: Type.Optional(number('^[0-9]{1,3}$', 'must be a number from 0 to 999')),
})

type Judged = { TARGETS: Targets; HAZARD_TARGETS: HazardPeriods; WEBHOOK_ALLOW: readonly Network[]; DATA_DIR: string }
export type Env = Readonly<ReturnType<typeof typed>>

type Target = { hours: number; days?: never } | { days: number; hours?: never }
type Targets = Record<Urgency, Target>

/** 'high:24h,medium:5d,low:20d': hours, or working days. Null unless each urgency is there once. */
function targetsOf(text: string): Targets | null {
  const found = text.split(',').flatMap((part): [string, Target][] => {
    const [, urgency, count, unit] = /^(\w+):([1-9]\d{0,2})(h|d)$/.exec(part.trim()) ?? []
    return urgency ? [[urgency, unit === 'h' ? { hours: Number(count) } : { days: Number(count) }]] : []
  })
  const targets = Object.fromEntries(found)
  const isWhole = found.length === URGENCIES.length && URGENCIES.every((urgency) => targets[urgency])
  return isWhole ? (targets as Targets) : null
}

export class WrongEnvironment extends Error {
  constructor(readonly problems: string[]) {
    super(`Wrong settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
}

function typed(values: StaticDecode<typeof Environment>, judged: Judged) {
  const production = values.NODE_ENV === 'production'
  return {
    ...{ ...values, ...judged },
    PUBLIC_URL: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    NO_ACCESS_FEE: values.NO_ACCESS_FEE ?? values.VISIT_FEE,
    DEMO: values.DEMO && !production,
    LOG_FORMAT: values.LOG_FORMAT ?? (production ? 'json' : 'text'),
    DRAIN_SECONDS: values.DRAIN_SECONDS ?? (production ? 5 : 0),
    production,
  }
}

export function parseEnv(source: Record<string, string | undefined>): Env {
  const { settings, problems: wrongFiles } = withSecretFiles(source)
  const given = Object.fromEntries(
    Object.keys(Environment.properties).flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])),
  )
  const raw = Value.Default(Environment, given)
  const problems = new Map<string, string>()
  for (const { path, schema } of Value.Errors(Environment, raw)) {
    const name = path.slice(1)
    if (!problems.has(name)) problems.set(name, typeof schema.error === 'string' ? schema.error : 'is wrong')
  }
  const values = raw as Static<typeof Environment>
  for (const [name, problem] of [...wrongFees(values), ...wrongPasskeys(values)]) problems.set(name, problem)
  for (const name of ['DATABASE_URL', 'DATABASE_READ_URL'] as const) {
    const problem = values[name] && !problems.has(name) ? problemOfAddress(values[name]) : null
    if (problem) problems.set(name, problem)
  }
  if (values.DATABASE_READ_URL && !values.DATABASE_URL) problems.set('DATABASE_READ_URL', 'goes with DATABASE_URL')
  if (Number(values.PORT) > 65535) problems.set('PORT', 'must be a port number from 0 to 65535')
  if (values.SMTP_URL && !problems.has('SMTP_URL') && !URL.canParse(values.SMTP_URL))
    problems.set('SMTP_URL', 'must be smtp(s)://user:password@host:port')
  if (values.SMTP_CA && !isReadable(values.SMTP_CA)) problems.set('SMTP_CA', 'must be a file that can be read')
  if (!mailbox(values.MAIL_FROM))
    problems.set('MAIL_FROM', "must be an e-mail address such as 'Fettle <no-reply@fettle.example>'")
  if (values.CONTACT_EMAIL && !isAddress(values.CONTACT_EMAIL))
    problems.set('CONTACT_EMAIL', 'must be an e-mail address such as office@fettle.example')
  const targets = targetsOf(values.TARGETS)
  if (!targets)
    problems.set('TARGETS', 'must give each urgency hours or working days, such as high:24h,medium:5d,low:20d')
  const hazardTargets = hazardPeriodsOf(values.HAZARD_TARGETS)
  if (!hazardTargets)
    problems.set('HAZARD_TARGETS', `must give each period hours, working days or weeks, such as ${HAZARD_DEFAULT}`)
  if (values.BANK_HOLIDAYS && !values.BANK_HOLIDAYS.split(',').every((day) => /^[+-]/.test(day) && isDay(day.slice(1))))
    problems.set('BANK_HOLIDAYS', 'must be days with + or - before each, such as +2027-06-01,-2027-05-31')
  const allowed = networksOf(values.WEBHOOK_ALLOW)
  if (!allowed) problems.set('WEBHOOK_ALLOW', 'must be networks such as 10.0.0.0/8,fd00::/8')
  const production = values.NODE_ENV === 'production'
  if (production && !values.SECRET) problems.set('SECRET', 'is required in production (at least 32 random characters)')
  else if (production && !problems.has('SECRET') && isGuessable(values.SECRET!))
    problems.set('SECRET', 'can be guessed: make one, for example by `openssl rand -base64 32`')
  const dataDir = resolve(values.DATA_DIR)
  if (production && mayOthersWrite(dataDir))
    problems.set('DATA_DIR', `may be written by others, who could put a secret of theirs there: chmod o-w ${dataDir}`)
  if (production && !values.PUBLIC_URL) problems.set('PUBLIC_URL', 'is required in production: e-mails link to it')
  requireTogether(values, ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'], problems)
  requireTogether(values, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'], problems)
  requireTogether(values, ['ADMIN_EMAIL', 'ADMIN_PASSWORD'], problems)
  if (values.OIDC_ISSUER && !URL.canParse(values.OIDC_ISSUER)) problems.set('OIDC_ISSUER', NO_ISSUER)
  if (production && !problems.has('OIDC_ISSUER') && values.OIDC_ISSUER && !isConfidential(values.OIDC_ISSUER))
    problems.set('OIDC_ISSUER', 'must start with https:// in production: who listens in could sign in as anybody')
  const sentences = new Map([...problems].map(([name, problem]) => [name, `${name} ${problem}`]))
  for (const [name, sentence] of wrongFiles) sentences.set(name, sentence)
  if (sentences.size) throw new WrongEnvironment([...sentences.values()])
  const judged = { TARGETS: targets!, HAZARD_TARGETS: hazardTargets!, WEBHOOK_ALLOW: allowed!, DATA_DIR: dataDir }
  return Object.freeze(typed(Value.Decode(Environment, raw), judged))
}

function problemOfAddress(url: string): string | null {
  try {
    databaseAddress(url)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'is wrong'
  }
}

export function isConfidential(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

function mayOthersWrite(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  return !!found && (found.mode & 0o002) !== 0
}

function requireTogether(values: Record<string, unknown>, names: string[], problems: Map<string, string>) {
  const missing = names.filter((name) => !values[name])
  if (missing.length === names.length) return
  for (const name of missing) if (!problems.has(name)) problems.set(name, `is missing (it goes with ${names[0]})`)
}

function readEnv(): Env {
  try {
    return parseEnv(process.env)
  } catch (error) {
    if (!(error instanceof WrongEnvironment)) throw error
    console.error(error.message)
    process.exit(78) // EX_CONFIG: a supervisor need not try again
  }
}

export const env = readEnv()
