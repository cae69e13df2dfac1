/** At most so many lines of one failure: the whole of it stands further up, where it happened. */
const LINES = 40

/** A line with which Bun ends a test, and so begins the next one's output. */
const ENDED = /^\((?:pass|fail|skip|todo)\) /

/**
 * The failures in what a step printed, each its last lines, so that they can be told again at the end, where
 * whoever sees only the end of a long log finds them: Bun's tests by the line '(fail) …', with what was printed
 * since the test before; its errors between tests; a file at which its process died; Playwright's own list; of
 * anything else the last lines.
 */
export function failuresIn(output: string): string[] {
  const lines = output.split('\n')
  const found: string[] = []
  let from = 0
  let file = ''
  for (const [index, line] of lines.entries()) {
    // After many tests Bun lists those that failed once more.
    if (/^\d+ tests? failed:$/.test(line)) break
    if (/^\S+\.test\.tsx?:$/.test(line)) {
      file = line
      from = index + 1
    } else if (ENDED.test(line)) {
      if (line.startsWith('(fail)')) {
        // Bun tells of a test that took too long in the line after.
        const to = index + (lines[index + 1]?.startsWith('  ^ ') ? 2 : 1)
        found.push([file, ...lines.slice(from, to).slice(-LINES)].join('\n'))
      }
      from = index + 1
    } else if (line.startsWith('✗ ')) found.push(line)
    else if (line.startsWith('# Unhandled error')) found.push([file, ...lines.slice(index, index + LINES)].join('\n'))
  }
  const listed = lines.findIndex((line) => /^\s+1\) \[\w+\] › /.test(line))
  if (listed >= 0) found.push(lines.slice(listed, listed + 2 * LINES).join('\n'))
  return found.length ? found : [lines.slice(-LINES).join('\n').trim()]
}
