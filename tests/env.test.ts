import { describe, expect, onTestFinished, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { parseEnv, WrongEnvironment } from '#src/runtime/env.ts'

const problemsOf = (source: Record<string, string>): string[] => {
  try {
    parseEnv(source)
  } catch (error) {
    if (error instanceof WrongEnvironment) return error.problems
    throw error
  }
  return []
}

const GIVEN = 'postgres://fettle@one/fettle'
const SEVERAL_SERVERS =
  'names several servers, and Fettle goes to one address: put HAProxy before them, as docs/scaling.md shows'
const SECRET = 'zW3v0pQx7rT9kLm2Yc5Hn8Bd4Fg6Js1A'
const OIDC = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'fettle', OIDC_CLIENT_SECRET: 'x' }
const PRODUCTION = { NODE_ENV: 'production', SECRET, PUBLIC_URL: 'https://fettle.example' }

function aFolder(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'fettle-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, mode)
  return folder
}

function aFile(text: string): string {
  const file = join(aFolder(0o700), 'secret')
  writeFileSync(file, text)
  return file
}

describe('settings', () => {
  test('none need be given', () => {
    const env = parseEnv({})
    expect(env).toMatchObject({
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
      VISIT_FEE: 6000,
      DATABASE_POOL: 10,
      DEMO: true,
      TRUST_PROXY: false,
      production: false,
    })
    expect(isAbsolute(env.DATA_DIR)).toBe(true)
    expect(Object.isFrozen(env)).toBe(true)
  })

  test('an empty one counts as unset', () => {
    expect(parseEnv({ PORT: '', SMTP_URL: '', VISIT_FEE: '' })).toMatchObject({ PORT: 3000, VISIT_FEE: 6000 })
  })

  test.each([
    [{ PORT: '8080' }, { PORT: 8080, PUBLIC_URL: 'http://localhost:8080' }],
    [{ PUBLIC_URL: 'https://fettle.example/' }, { PUBLIC_URL: 'https://fettle.example' }],
    [{ VISIT_FEE: '£72.5' }, { VISIT_FEE: 7250 }],
    [{}, { SMTP_RATE: 120 }],
    [
      { SMTP_RATE: '0', SMTP_CA: import.meta.path },
      { SMTP_RATE: 0, SMTP_CA: import.meta.path },
    ],
    [
      { DEMO: '0', TRUST_PROXY: '1' },
      { DEMO: false, TRUST_PROXY: true },
    ],
    [
      { ...PRODUCTION, DEMO: '1' },
      { DEMO: false, production: true },
    ],
    [OIDC, { ...OIDC, OIDC_NAME: 'your organisation account' }],
    [{ ...PRODUCTION, ...OIDC, OIDC_ISSUER: 'http://localhost:3001/id' }, { OIDC_ISSUER: 'http://localhost:3001/id' }],
    [{ ...PRODUCTION, ...OIDC, OIDC_ISSUER: 'http://[::1]:3001' }, { OIDC_ISSUER: 'http://[::1]:3001' }],
    [{ OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'fettle', OIDC_CLIENT_SECRET: 'a:b=' }, { production: false }],
    [{}, { LOG_LEVEL: 'info', LOG_FORMAT: 'text', DRAIN_SECONDS: 0 }],
    [PRODUCTION, { LOG_FORMAT: 'json', DRAIN_SECONDS: 5 }],
    [
      { ...PRODUCTION, LOG_FORMAT: 'text', DRAIN_SECONDS: '0' },
      { LOG_FORMAT: 'text', DRAIN_SECONDS: 0 },
    ],
    [
      { LOG_FORMAT: 'json', DRAIN_SECONDS: '30' },
      { LOG_FORMAT: 'json', DRAIN_SECONDS: 30 },
    ],
    [{ REQUIRE_PASSKEY: 'admin' }, { REQUIRE_PASSKEY: 'admin' }],
    [{ UNKNOWN: 'left alone', DATABASE_POOL: '3' }, { DATABASE_POOL: 3 }],
  ])('%j', (source, expected) => {
    expect(parseEnv(source)).toMatchObject(expected)
  })
})

describe('a wrong one is named, with what it must be', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT must be a port number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a port number from 0 to 65535'],
    [{ PORT: '-1' }, 'PORT must be a port number from 0 to 65535'],
    [{ PUBLIC_URL: 'fettle.example' }, 'PUBLIC_URL must be http(s)://host without a path'],
    [{ PUBLIC_URL: 'https://fettle.example/app' }, 'PUBLIC_URL must be http(s)://host without a path'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must start with postgres://'],
    [{ DATABASE_URL: GIVEN, DATABASE_READ_URL: 'mysql://x' }, 'DATABASE_READ_URL must start with postgres://'],
    [
      { DATABASE_URL: GIVEN, DATABASE_READ_URL: 'postgres://fettle@one,two/fettle' },
      `DATABASE_READ_URL ${SEVERAL_SERVERS}`,
    ],
    [{ DATABASE_URL: 'postgres://fettle@one:5432,two:5432/fettle' }, `DATABASE_URL ${SEVERAL_SERVERS}`],
    [{ DATABASE_READ_URL: GIVEN }, 'DATABASE_READ_URL goes with DATABASE_URL'],
    [{ DATABASE_POOL: '0' }, 'DATABASE_POOL must be a number from 1 to 999'],
    [{ SECRET: 'short' }, 'SECRET must have at least 32 characters'],
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be debug, info, warn, error or silent'],
    [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be json or text'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters'],
    [{ DRAIN_SECONDS: 'ten' }, 'DRAIN_SECONDS must be a number from 0 to 999'],
    [{ VISIT_FEE: 'sixty' }, 'VISIT_FEE must be an amount in pounds such as 60.00'],
    [{ VISIT_FEE: '-1' }, 'VISIT_FEE must be an amount in pounds such as 60.00'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must start with smtp:// or smtps://'],
    [{ SMTP_URL: 'smtp://user:pass@mail:x' }, 'SMTP_URL must be smtp(s)://user:password@host:port'],
    [{ SMTP_CA: '/nowhere/ca.pem' }, 'SMTP_CA must be a file that can be read'],
    [{ SMTP_RATE: '2 a second' }, 'SMTP_RATE must be a number of e-mails a minute'],
    [
      { MAIL_FROM: 'Fettle <a@x.example>, b@x.example' },
      "MAIL_FROM must be an e-mail address such as 'Fettle <no-reply@fettle.example>'",
    ],
    [{ CONTACT_PHONE: 'the office' }, 'CONTACT_PHONE must be a phone number such as 01483 000000'],
    [
      { CONTACT_EMAIL: 'Fettle <a@x.example>' },
      'CONTACT_EMAIL must be an e-mail address such as office@fettle.example',
    ],
    [{ ADMIN_EMAIL: 'ada@example.org' }, 'ADMIN_PASSWORD is missing (it goes with ADMIN_EMAIL)'],
    [{ ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have 6 to 200 characters'],
    [{ ADMIN_EMAIL: 'ada', ADMIN_PASSWORD: 'longer' }, 'ADMIN_EMAIL must be an e-mail address'],
    [{ NODE_ENV: 'production', SECRET }, 'PUBLIC_URL is required in production: e-mails link to it'],
    [
      { NODE_ENV: 'production', PUBLIC_URL: 'https://fettle.example' },
      'SECRET is required in production (at least 32 random characters)',
    ],
    [
      { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'a%b' },
      'OIDC_CLIENT_SECRET must not contain % or +',
    ],
    [{ ...OIDC, OIDC_CLIENT_SECRET: 'a+b' }, 'OIDC_CLIENT_SECRET must not contain % or +'],
    [{ ...OIDC, OIDC_CLIENT_ID: 'https://fettle.example' }, 'OIDC_CLIENT_ID must not contain %, + or :'],
    [{ ...OIDC, OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER must be a URL without ? and #'],
    [{ ...OIDC, OIDC_ISSUER: 'https://id.example?x' }, 'OIDC_ISSUER must be a URL without ? and #'],
    [{ ...OIDC, OIDC_ISSUER: 'https://:x' }, 'OIDC_ISSUER must be a URL without ? and #'],
    [{ ...OIDC, OIDC_NAME: 'x'.repeat(61) }, 'OIDC_NAME must have at most 60 characters'],
    [{ ...OIDC, OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET is missing (it goes with OIDC_ISSUER)'],
    [
      { ...PRODUCTION, ...OIDC, OIDC_ISSUER: 'http://id.example' },
      'OIDC_ISSUER must start with https:// in production: who listens in could sign in as anybody',
    ],
    [
      { ...PRODUCTION, ...OIDC, OIDC_ISSUER: 'http://localhost.evil.example' },
      'OIDC_ISSUER must start with https:// in production: who listens in could sign in as anybody',
    ],
  ])('%j', (source, problem) => {
    expect(problemsOf(source as Record<string, string>)).toEqual([problem])
  })

  test('all of them at once, and none of their values', () => {
    const wrong = {
      NODE_ENV: 'production',
      PORT: 'http',
      SECRET: 'hunter2',
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'photos',
      OIDC_CLIENT_ID: 'fettle',
      VISIT_FEE: 'sixty',
    }
    const problems = problemsOf(wrong)
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual([
      'OIDC_CLIENT_SECRET',
      'OIDC_ISSUER',
      'PORT',
      'PUBLIC_URL',
      'S3_ACCESS_KEY',
      'S3_REGION',
      'S3_SECRET_KEY',
      'SECRET',
      'VISIT_FEE',
    ])
    expect(problems.join()).not.toContain('hunter2')
  })
})

describe('a secret that can be guessed', () => {
  const WEAK = 'SECRET can be guessed: make one, for example by `openssl rand -base64 32`'

  test.each([
    ' '.repeat(32),
    'x'.repeat(32),
    '12345678901234567890123456789012',
    'abcdefghijklmnopqrstuvwxyz012345',
    '98765432109876543210987654321098',
    'changemechangemechangemechangeme',
    'password'.repeat(5),
    'aabbccddaabbccddaabbccddaabbccdd',
    'please-change-this-secret-before-you-start',
    `${SECRET.slice(0, 16)}${' '.repeat(20)}`,
  ])('%j is refused in production', (secret) => {
    expect(problemsOf({ ...PRODUCTION, SECRET: secret })).toEqual([WEAK])
    expect(parseEnv({ SECRET: secret }).SECRET).toBe(secret)
  })

  test('random ones of every usual form are taken', () => {
    for (let n = 0; n < 500; n++) {
      const bytes = Buffer.from(crypto.getRandomValues(new Uint8Array(32)))
      for (const secret of [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('hex').slice(0, 32)])
        expect(problemsOf({ ...PRODUCTION, SECRET: secret })).toEqual([])
    }
    expect(problemsOf({ ...PRODUCTION, SECRET: 'correct horse battery staple, and a lark above it' })).toEqual([])
  })

  test.each([
    'dedeccc989676532e212c67ab641023c',
    '6a0701555545544ef6e437ffffe34621',
    '04161410ba014e44046baae0a60e4eb6',
  ])(
    '%j, with the most steps or the fewest characters among millions that `openssl rand -hex 16` made, is taken',
    (secret) => expect(problemsOf({ ...PRODUCTION, SECRET: secret })).toEqual([]),
  )
})

describe('a DATA_DIR', () => {
  test('that others may write is refused in production, with what to do', () => {
    const folder = aFolder(0o777)
    const problem = `DATA_DIR may be written by others, who could put a secret of theirs there: chmod o-w ${folder}`
    expect(problemsOf({ ...PRODUCTION, DATA_DIR: folder })).toEqual([problem])
    expect(problemsOf({ ...PRODUCTION, DATA_DIR: aFolder(0o1777) })[0]).toContain('may be written by others')
    expect(parseEnv({ DATA_DIR: folder }).DATA_DIR).toBe(folder)
  })

  test('of its owner or a group, or that is not there yet, is taken', () => {
    for (const mode of [0o700, 0o755, 0o770]) expect(problemsOf({ ...PRODUCTION, DATA_DIR: aFolder(mode) })).toEqual([])
    expect(problemsOf({ ...PRODUCTION, DATA_DIR: join(aFolder(0o700), 'new') })).toEqual([])
  })
})

describe('a secret from a file', () => {
  test.each([
    ['SECRET', SECRET],
    ['ADMIN_PASSWORD', 'hunter-of-larks'],
    ['DATABASE_URL', 'postgres://fettle:x@one/fettle'],
    ['DATABASE_READ_URL', 'postgres://fettle:x@two/fettle'],
    ['S3_ACCESS_KEY', 'AKIAEXAMPLE'],
    ['S3_SECRET_KEY', 'of/the+bucket'],
    ['SMTP_URL', 'smtp://fettle:x@mail.example:587'],
    ['OIDC_CLIENT_SECRET', 'of-the-provider'],
    ['METRICS_TOKEN', 'of-the-metrics-and-long'],
  ])('%s_FILE is read without its last line break', (name, value) => {
    const others = {
      ...{ ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'hunter-of-larks', DATABASE_URL: GIVEN, ...OIDC },
      ...{ S3_ENDPOINT: 'https://s3.example', S3_REGION: 'eu-west-2', S3_BUCKET: 'photos' },
      ...{ S3_ACCESS_KEY: 'AKIA', S3_SECRET_KEY: 'x' },
    }
    for (const end of ['', '\n', '\r\n'])
      expect(parseEnv({ ...others, [name]: '', [`${name}_FILE`]: aFile(`${value}${end}`) })).toMatchObject({
        [name]: value,
      })
  })

  test('is judged as one that is given, and its value is not said', () => {
    expect(problemsOf({ SECRET_FILE: aFile('short') })).toEqual(['SECRET must have at least 32 characters'])
    expect(problemsOf({ DATABASE_URL_FILE: aFile('mysql://x') })).toEqual(['DATABASE_URL must start with postgres://'])
  })

  test('that is given twice, cannot be read or is empty is named', () => {
    const file = aFile(SECRET)
    expect(problemsOf({ SECRET, SECRET_FILE: file })).toEqual(['SECRET is given twice: unset SECRET or SECRET_FILE'])
    expect(problemsOf({ SECRET_FILE: '/nowhere/secret' })).toEqual(['SECRET_FILE must be a file that can be read'])
    expect(problemsOf({ SECRET_FILE: aFolder(0o700) })).toEqual(['SECRET_FILE must be a file that can be read'])
    expect(problemsOf({ METRICS_TOKEN_FILE: aFile('\n') })).toEqual(['METRICS_TOKEN_FILE is empty'])
    expect(problemsOf({ ...PRODUCTION, SECRET: '', SECRET_FILE: '/nowhere/secret' })).toEqual([
      'SECRET_FILE must be a file that can be read',
    ])
  })
})
