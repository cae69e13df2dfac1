import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { startExim, whyNoExim } from './exim.ts'
import { untilListening } from './ports.ts'

const why = await whyNoExim()
if (why) console.log(`Left out: ${why}`)

describe.skipIf(why !== null)('the exim of the tests', async () => {
  const exim = why ? null : await startExim()
  afterAll(() => exim?.stop())

  test('ends with the process that started it, however that ends', async () => {
    const script = `const { startExim } = await import(${JSON.stringify(`${import.meta.dir}/exim.ts`)})
      const { ca, port } = await startExim()
      console.log(JSON.stringify({ ca, port }))
      await Bun.sleep(60_000)`
    const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' })
    const reader = child.stdout.getReader()
    const { ca, port } = JSON.parse(new TextDecoder().decode((await reader.read()).value)) as {
      ca: string
      port: number
    }
    const listens = () =>
      untilListening(port, 0).then(
        () => true,
        () => false,
      )
    expect(await listens()).toBe(true)
    child.kill('SIGKILL')
    const folder = dirname(dirname(ca))
    for (const end = Date.now() + 20_000; Date.now() < end && existsSync(folder); ) await Bun.sleep(20)
    expect(existsSync(folder)).toBe(false)
    expect(await listens()).toBe(false)
  })

  test('keeps its ports when it is started again', async () => {
    await exim!.kill()
    await exim!.restart()
    expect(await exim!.log()).toContain('daemon started')
  })
})
