import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { EMAILS } from '#src/emails/email.ts'
import { ROOT } from '#tests/support/root.ts'

test('each kind of e-mail is sent by the functions that the table names, and by no other', async () => {
  const senders: Record<string, Set<string>> = {}
  for (const path of new Bun.Glob('src/**/*.ts').scanSync(ROOT)) {
    let current = ''
    const text = await Bun.file(join(ROOT, path)).text()
    for (const [, name, kind] of text.matchAll(/function (\w+)|\btell(?:Agent)?\(\s*tx,\s*'(\w+)'/g)) {
      if (name) current = name
      if (kind) (senders[kind] ??= new Set()).add(current)
    }
  }
  const found = Object.entries(senders).map(([kind, names]) => [kind, [...names].sort()])
  const named = Object.entries(EMAILS).map(([kind, { after }]) => [kind, [...after].sort()])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(named))
})
