import { join } from 'node:path'
import { sha256 } from '#src/access/sha256.ts'
import { ROOT } from '#tests/support/root.ts'

export const TYPES = join(ROOT, 'docs/api/examples/fettle.d.ts')

/** Names what the types were made from, so that a test can tell when they are out of date. */
export function typesHead({ servers: _, info: __, ...document }: Record<string, unknown>): string {
  const made = sha256(JSON.stringify(document)).slice(0, 16)
  return `// Made by 'npm run client' from /api/openapi.json (${made}).\n\n`
}
