/** The innermost reason in one line: drizzle's messages repeat the statement's parameters, which are people's data. */
export function reasonOf(error: unknown): string {
  const cause = innermost(error)
  const message = cause instanceof Error ? cause.message : String(cause)
  return message.replace(/\s+/g, ' ').trim().slice(0, 500) || 'unknown'
}

export function innermost(error: unknown): unknown {
  let cause = error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return cause
}

export function stackOf(error: unknown): string | undefined {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : []
  const places = lines.slice(lines.findLastIndex((line) => !/^\s+at /.test(line)) + 1)
  return places.length ? `\n${places.join('\n')}` : undefined
}
