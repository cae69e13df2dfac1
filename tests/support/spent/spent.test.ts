import { expect, test } from 'bun:test'
import { join } from 'node:path'

test('a stopped process spends the time that it computed, not that of its stop', async () => {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'spent-process.ts')], {
    stdin: 'pipe',
    stdout: 'pipe',
  })
  const said = child.stdout.getReader()
  await said.read()
  child.kill('SIGSTOP')
  const stopped = performance.now()
  await Bun.sleep(700)
  const stood = performance.now() - stopped
  child.kill('SIGCONT')
  child.stdin.write('go\n')
  await child.stdin.flush()
  const { waited, computed } = JSON.parse(new TextDecoder().decode((await said.read()).value))
  await child.exited
  expect(waited.clock - waited.spent).toBeWithin(stood - 30, waited.clock)
  expect(computed).toBeGreaterThan(190)
})
