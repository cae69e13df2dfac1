import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { EMAILS } from '#src/domain/email/kinds.ts'
import { ROOT } from '#tests/support/root.ts'

test('each kind of e-mail is sent by the functions that the table names, and by no other', async () => {
  const calls = new Set<string>()
  for (const path of new Bun.Glob('src/**/*.ts').scanSync(ROOT)) {
    let current = ''
    const text = await Bun.file(join(ROOT, path)).text()
    for (const [, name, kind] of text.matchAll(
      /function (\w+)|\bnotify(?:Agent|Person|Accounts|Waiting|OfWebhook|OfStatements|OfInvoices|OfCertificates|OfFigures|Landlord|Outsider|Complainant)?\(\s*tx,\s*'(\w+)'/g,
    )) {
      if (name) current = name
      if (kind) calls.add(`${kind} by ${current}`)
    }
  }
  const named = Object.entries(EMAILS).flatMap(([kind, { after }]) => after.map((name) => `${kind} by ${name}`))
  expect([...calls].sort()).toEqual(named.sort())
})
