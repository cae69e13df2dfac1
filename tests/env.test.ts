import { describe, expect, test } from 'bun:test'
import { isAbsolute } from 'node:path'
import { parseEnv, WrongEnvironment } from '#src/env.ts'

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
const SECRET = 'x'.repeat(32)
const OIDC = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'fettle', OIDC_CLIENT_SECRET: 'x' }
const PRODUCTION = { NODE_ENV: 'production', SECRET, PUBLIC_URL: 'https://fettle.example' }

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
      'DATABASE_READ_URL must name one server, or a proxy before several',
    ],
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
