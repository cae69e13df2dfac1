import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { failuresIn } from './failures.ts'

const FILE = `
import { expect, test } from 'bun:test'
test('a right one', () => console.log('what the right one printed'))
test('a wrong one', () => { console.log('what the wrong one printed'); expect(1).toBe(2) })
test('a slow one', () => Bun.sleep(5000), 50)
for (let n = 0; n < 100; n++) test('one of many ' + n, () => {})
`

test("Bun's failures are found with what they printed and nothing of the others", async () => {
  const path = join(process.env.DATA_DIR ?? '/tmp', `failures-${crypto.randomUUID()}`, 'wrong.test.ts')
  await Bun.write(path, FILE)
  const child = Bun.spawn([process.execPath, 'test', path], {
    cwd: join(path, '..'),
    env: { ...process.env, FORCE_COLOR: '0' },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const [wrong, slow, ...others] = failuresIn(await new Response(child.stderr).text())
  expect(wrong).toContain('wrong.test.ts:')
  expect(wrong).toContain('Expected: 2')
  expect(wrong).toContain('(fail) a wrong one')
  expect(wrong).not.toContain('(pass)')
  expect(slow).toContain('(fail) a slow one')
  expect(slow).toContain('timed out')
  expect(others).toEqual([])
})

test('an error between tests is one, of its file', () => {
  const printed = 'a.test.ts:\n\n# Unhandled error between tests\n---\nerror: at the top\n---\n\nb.test.ts:\n(pass) y'
  const [error, ...others] = failuresIn(printed)
  expect(error).toStartWith('a.test.ts:\n# Unhandled error')
  expect(error).toContain('error: at the top')
  expect(others).toEqual([])
})

test('a file at which its process died is one', () => {
  const died = '✗ a.test.ts (worker crashed: SIGKILL)'
  expect(failuresIn(`a.test.ts:\n${died}\n\nb.test.ts:\n(fail) y\n`)).toEqual([died, 'b.test.ts:\n(fail) y'])
})

test('a step that ends badly without a failing test shows its last lines', () => {
  const [end, ...others] = failuresIn(`${'far above\n'.repeat(100)}db/x.ts(3,1): error TS2322\n`)
  expect(end).toEndWith('error TS2322')
  expect(end?.split('\n').length).toBeLessThan(50)
  expect(others).toEqual([])
})

test("Playwright's failures are its own list", () => {
  const list = '  1) [phone] › a.e2e.ts:3:1 › a title ──\n\n    Error: no\n\n  1 failed\n    [phone] › a.e2e.ts:3:1'
  expect(failuresIn(`  ✓  1 [phone] › b.e2e.ts\n  ✘  2 [phone] › a.e2e.ts\n\n\n${list}`)).toEqual([list])
})
