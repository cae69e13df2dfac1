// What an error of the driver means. Drizzle wraps them: the cause counts.

/** A statement, or a transaction's turn, that was given up because no answer came in time. Its effect is unknown. */
export class DatabaseOverdue extends Error {
  override name = 'DatabaseOverdue'
}

/** Whether an error, or one of its causes, is a violated unique index or constraint; of that name if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = driverError(error)
  return cause?.errno === '23505' && (constraint === undefined || cause.constraint === constraint)
}

/**
 * Whether an error says that the database is away or gives no answer now, and the same request may well succeed soon:
 * refused, closed or timed-out connections, a server that is starting, stopping, out of connections or read-only, or
 * that an operator has just given another password or certificate.
 */
export function isDatabaseDown(error: unknown): boolean {
  const cause = driverError(error)
  if (!cause) return false
  return cause.errno ? SERVER_STATES.test(cause.errno) : isUnreachable(error)
}

/** Whether no server spoke at all: nobody listens there, it is silent, or the connection broke. */
export function isUnreachable(error: unknown): boolean {
  const cause = driverError(error)
  if (!cause || cause.errno) return false
  return cause.overdue || CONNECTION_ERRORS.test(cause.code) || isUntrusted(error)
}

/** Whether it was given up as no answer came. */
export const isOverdue = (error: unknown): boolean => driverError(error)?.overdue ?? false

/** Whether the server's certificate was refused. */
export const isUntrusted = (error: unknown): boolean => TLS_ERRORS.test(driverError(error)?.code ?? '')

/** Whether a write met a server that may only be read. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === '25006'

/** PostgreSQL's five characters for what went wrong, empty when it was not the server that said so. */
export const sqlState = (error: unknown): string => driverError(error)?.errno ?? ''

const CONNECTION_ERRORS =
  /^ERR_POSTGRES_(CONNECTION_|IDLE_TIMEOUT|LIFETIME_TIMEOUT|EXPECTED_|UNEXPECTED_|INVALID_MESSAGE|TLS_)/
const TLS_ERRORS =
  /^(ERR_TLS_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|ERR_POSTGRES_TLS_UPGRADE)/
/**
 * 08 connection exceptions, 25006 read-only, 28 and 3D000 not let in, 53 out of disk, memory or connections, 55P03 lock
 * not available, 57014 statement timeout, 57P01-03 shutdown, crash and cannot connect now, 57P05 idle session, 58
 * system errors.
 */
const SERVER_STATES = /^(08|28|53|58)|^(25006|25P03|3D000|55P03|57014|57P0[1-5])$/

interface DriverError {
  code: string
  /** SQLSTATE, when it was the server that refused. */
  errno?: string
  constraint?: string
  overdue: boolean
}

/** The driver's own error among an error and its causes. Certificates are refused by errors that have no class. */
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
