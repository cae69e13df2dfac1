// Drizzle wraps the driver's errors, so causes are searched.

/** Thrown when no answer came in time. The statement may have run. */
export class DatabaseOverdue extends Error {
  override name = 'DatabaseOverdue'
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = driverError(error)
  return cause?.errno === '23505' && (constraint === undefined || cause.constraint === constraint)
}

/** The same request may soon succeed: the database is away, full, read-only or getting another password. */
export function isDatabaseDown(error: unknown): boolean {
  const cause = driverError(error)
  if (!cause) return false
  return cause.errno ? SERVER_STATES.test(cause.errno) : isUnreachable(error)
}

export function isUnreachable(error: unknown): boolean {
  const cause = driverError(error)
  if (!cause || cause.errno) return false
  return cause.overdue || CONNECTION_ERRORS.test(cause.code) || isUntrusted(error)
}

export const isOfDatabase = (error: unknown): boolean => driverError(error) !== undefined

export const hasTimedOut = (error: unknown): boolean => driverError(error)?.overdue ?? false

export const isUntrusted = (error: unknown): boolean => TLS_ERRORS.test(driverError(error)?.code ?? '')

export const isReadOnlyServer = (error: unknown): boolean => sqlState(error) === '25006'

export const sqlState = (error: unknown): string => driverError(error)?.errno ?? ''

const CONNECTION_ERRORS =
  /^ERR_POSTGRES_(CONNECTION_|IDLE_TIMEOUT|LIFETIME_TIMEOUT|EXPECTED_|UNEXPECTED_|INVALID_MESSAGE|TLS_)/
const TLS_ERRORS =
  /^(ERR_TLS_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|ERR_POSTGRES_TLS_UPGRADE)/
// 08 connection, 28 and 3D000 not let in, 53 resources, 57P0x restart, 58 system, 25006 read-only, 40001 and 40P01 what
// others or a standby's replay gave up, else timeouts.
const SERVER_STATES = /^(08|28|53|58)|^(25006|25P03|3D000|40001|40P01|55P03|57014|57P0[1-5])$/

interface DriverError {
  code: string
  errno?: string
  constraint?: string
  overdue: boolean
}

/** Refused certificates are errors without a class. */
function driverError(error: unknown): DriverError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (cause instanceof DatabaseOverdue) return { code, overdue: true }
    if (cause.name !== 'PostgresError' && !TLS_ERRORS.test(code)) continue
    const errno = 'errno' in cause && typeof cause.errno === 'string' ? cause.errno : undefined
    const constraint = 'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : undefined
    return { code, errno, constraint, overdue: false }
  }
  return undefined
}
