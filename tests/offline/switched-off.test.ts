import { expect, test } from 'bun:test'
import { ROOT } from '#tests/support/root.ts'

const SCRIPT = `
  const { assets, prepareAssets } = await import('#src/http/first-load/assets.ts')
  const { knownUrl } = await import('#views/assets.ts')
  await prepareAssets()
  const worker = await (await assets.handle(new Request('http://localhost/sw.js'))).text()
  console.log(JSON.stringify({ worker, script: knownUrl('phone.js') ?? null }))`

async function servedWith(OFFLINE: string): Promise<{ worker: string; script: string | null }> {
  const child = Bun.spawn([process.execPath, '-e', SCRIPT], {
    cwd: ROOT,
    env: { ...process.env, OFFLINE },
    stderr: 'inherit',
  })
  return JSON.parse(await new Response(child.stdout).text())
}

test('OFFLINE=0 serves a worker that removes itself and what was kept, and no page registers one', async () => {
  const [on, off] = [await servedWith('1'), await servedWith('0')]
  expect(on.worker).toContain('navigationPreload')
  expect(on.script).toMatch(/^\/assets\/phone-/)
  expect(off.worker).toContain('unregister()')
  expect(off.worker).toContain('skipWaiting()')
  expect(off.worker).not.toContain('"fetch"')
  expect(off.script).toBeNull()
})
