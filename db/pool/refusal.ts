import { isUnreachable, isUntrusted, sqlState } from './failure.ts'
import type { Condition } from './server-state.ts'

const OLDEST = 15

/** Why waiting is in vain, in a sentence for the operator without the password. */
export function refusalOf(condition: Condition, server: string): string | null {
  if (!('error' in condition)) {
    const version = Math.floor(condition.version / 10000)
    return version < OLDEST
      ? `The database server ${server} is PostgreSQL ${version}: Fettle needs ${OLDEST} or newer.`
      : null
  }
  const { error } = condition
  const message = messageOf(error)
  if (isUntrusted(error)) {
    return /ALTNAME|HOSTNAME/.test(`${codeOf(error)}`)
      ? `The certificate of the database server ${server} is for another name than the one in DATABASE_URL.`
      : `The certificate of the database server ${server} cannot be verified (${message}): name the authority's file with sslrootcert in DATABASE_URL.`
  }
  if (codeOf(error) === 'ERR_POSTGRES_TLS_NOT_AVAILABLE') {
    return `The database server ${server} offers no TLS, which sslmode in DATABASE_URL asks for.`
  }
  const state = sqlState(error)
  if (state === '28000' && message.endsWith('no encryption')) {
    return `The database server ${server} wants TLS (${message}): add sslmode=verify-full or sslmode=require to DATABASE_URL.`
  }
  if (state.startsWith('28')) return `The database server ${server} does not let Fettle in: ${message}.`
  if (state === '3D000') return `The database server ${server} has no such database: ${message}.`
  if (state === '42501') return `The rights in the database on ${server} do not suffice: ${message}.`
  const [, parameter] = /^unsupported startup parameter: (\w+)/.exec(message) ?? []
  if (parameter) {
    return `The database server ${server} is behind a pooler that does not take ${parameter}: list it in ignore_startup_parameters.`
  }
  return isUnreachable(error) || WORTH_WAITING.test(state) ? null : `The database server ${server} refuses: ${message}.`
}

const WORTH_WAITING = /^(08|53|58)|^(25006|55P03|57014|57P0[1-5])$/

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : '')

const messageOf = (error: unknown): string => {
  let last = error
  while (last instanceof Error && last.cause instanceof Error) last = last.cause
  return last instanceof Error ? last.message : String(last)
}
