import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#tests/support/root.ts'

const SCRIPT = `
  const { buildAssets } = await import('#islands/build.ts')
  const { existsSync } = await import('node:fs')
  for (let round = 0; round < 40; round++) {
    const { files } = await buildAssets(process.argv[1])
    const missing = Object.values(files).filter((name) => !existsSync(process.argv[1] + '/' + name))
    if (missing.length) throw new Error('Missing: ' + missing)
  }
  console.log('whole')`

test('processes that start at once build into one folder, and each finds all that it serves', async () => {
  const out = join(mkdtempSync(join(tmpdir(), 'fettle-built-')), 'built')
  const build = async () => {
    const child = Bun.spawn([process.execPath, '-e', SCRIPT, out], { cwd: ROOT, stderr: 'pipe' })
    return [await new Response(child.stdout).text(), await new Response(child.stderr).text()]
  }
  const whole = ['whole\n', '']
  expect(await Promise.all([build(), build(), build()])).toEqual([whole, whole, whole])
  rmSync(join(out, '..'), { recursive: true })
})
