import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseTemplate, temporaryFolder } from '#tests/support/process/child-app.ts'
import { ROOT } from '#tests/support/root.ts'
import { startFaultyProxy } from '#tests/whole/services/faulty-proxy.ts'
import { freePort, untilAnswering } from '#tests/whole/services/ports.ts'
import { anS3, noS3 } from './storage/s3-world.ts'

// The whole program at its start, with a storage that is wrong, away or well.

let template: Awaited<ReturnType<typeof databaseTemplate>>
let s3: Awaited<ReturnType<typeof anS3>> | undefined
const clearing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  template = await databaseTemplate()
  if (!noS3) s3 = await anS3()
})
afterEach(async () => {
  for (const clear of clearing.splice(0).reverse()) await clear()
})
afterAll(async () => {
  await template.remove()
  await s3?.stop()
})

async function start(settings: Record<string, string> = {}, prepare = (_: string) => {}) {
  const folder = temporaryFolder()
  clearing.push(() => folder.remove())
  await template.copyTo(folder.path)
  prepare(folder.path)
  const port = freePort()
  const child = Bun.spawn([process.execPath, join(ROOT, 'src/server.ts')], {
    env: { PATH: process.env.PATH, DATA_DIR: folder.path, PORT: `${port}`, DEMO: '0', ...settings },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  clearing.push(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  const output = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const ready = () => untilAnswering(child, `http://127.0.0.1:${port}/login`)
  return { child, ready, output: async () => (await output).join('\n') }
}

const onS3 = (changed: Record<string, string> = {}) => ({
  S3_ENDPOINT: s3!.settings.endPoint,
  S3_REGION: s3!.settings.region,
  S3_BUCKET: s3!.settings.bucket,
  S3_ACCESS_KEY: s3!.settings.accessKey,
  S3_SECRET_KEY: s3!.settings.secretKey,
  ...changed,
})

describe.skipIf(noS3)('with photos on S3', () => {
  test('it starts, and leaves nothing of its look behind', async () => {
    const server = await start(onS3())
    expect(await server.ready()).toBe(true)
    expect(await s3!.names()).toEqual([])
  })

  test.each([
    [{ S3_BUCKET: 'nowhere' }, 'S3_BUCKET nowhere does not exist at'],
    [{ S3_SECRET_KEY: 'wrong-secret' }, 'S3_SECRET_KEY does not belong to S3_ACCESS_KEY'],
  ])('it ends with one sentence when %p is wrong, as with any wrong setting', async (changed, sentence) => {
    const server = await start(onS3(changed))
    expect(await server.child.exited).toBe(78)
    const told = await server.output()
    expect(told).toContain(`Wrong settings:\n  ${sentence}`)
    expect(told).not.toMatch(/wrong-secret|X-Amz|\n\s+at /)
  })

  test.each(['silent', 'reset'] as const)('it starts although S3 is %s, and says so', async (trouble) => {
    const proxy = await startFaultyProxy(s3!.rgw.endpoint)
    clearing.push(async () => proxy.stop())
    proxy.trouble = trouble
    const server = await start(onS3({ S3_ENDPOINT: proxy.endpoint }))
    expect(await server.ready()).toBe(true)
    server.child.kill('SIGTERM')
    expect(await server.child.exited).toBe(0)
    expect(await server.output()).toContain(`S3_ENDPOINT ${proxy.endpoint} gives no proper answer`)
  })
})

test('it ends with one sentence when photos cannot be kept on the disk', async () => {
  const server = await start({}, (folder) => writeFileSync(join(folder, 'photos'), 'a file'))
  expect(await server.child.exited).toBe(78)
  expect(await server.output()).toMatch(
    /Wrong settings:\n {2}DATA_DIR: There is a file where the folder \S+photos should be/,
  )
})
