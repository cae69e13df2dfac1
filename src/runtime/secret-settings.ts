import { readFileSync } from 'node:fs'

/** Settings that containers and service managers hand over as files: each may be given as NAME_FILE. */
const SECRET_SETTINGS = [
  'SECRET',
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'METRICS_TOKEN',
] as const

type Source = Record<string, string | undefined>

/** An empty variable counts as unset. */
export function withSecretFiles(source: Source): { settings: Source; problems: Map<string, string> } {
  const settings = { ...source }
  const problems = new Map<string, string>()
  for (const name of SECRET_SETTINGS) {
    const path = source[`${name}_FILE`]
    if (!path) continue
    if (source[name]) problems.set(name, `${name} is given twice: unset ${name} or ${name}_FILE`)
    else {
      const text = textOf(path)
      if (text) settings[name] = text
      else problems.set(name, `${name}_FILE ${text === null ? 'must be a file that can be read' : 'is empty'}`)
    }
  }
  return { settings, problems }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return null
  }
}

const PLACEHOLDER = /change.?(me|this)|placeholder|password|example/i

/** By bounds that fewer than one of 10^12 secrets of 16 random bytes as hexadecimal passes. */
export function isGuessable(secret: string): boolean {
  const text = secret.trim()
  const steps = [...text].slice(1).filter((_, at) => Math.abs(text.charCodeAt(at + 1) - text.charCodeAt(at)) <= 1)
  return (
    text.length < 32 ||
    new Set(text).size < 6 ||
    steps.length > (text.length * 3) / 4 ||
    isRepeated(text) ||
    PLACEHOLDER.test(text)
  )
}

const isRepeated = (text: string): boolean =>
  Array.from({ length: Math.floor(text.length / 2) }, (_, at) => at + 1).some(
    (period) => text.slice(period) === text.slice(0, -period),
  )
