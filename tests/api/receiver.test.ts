import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { ROOT } from '#tests/support/root.ts'
import { freePort } from '#tests/whole/services/ports.ts'

test('the receiver in Python takes what is signed, once, and refuses the rest', async () => {
  const secret = `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64')}`
  const port = freePort()
  const child = Bun.spawn(['python3', join(ROOT, 'docs/api/examples/receiver.py'), String(port)], {
    env: { PATH: process.env.PATH, FETTLE_SECRET: secret },
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const body = JSON.stringify({ type: 'job.assigned', timestamp: new Date().toISOString(), data: {} })
  const send = async (id: string, { key = secret, at = new Date() } = {}) => {
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `v1,${btoa('another')} ${new Webhook(key).sign(id, at, body)}`,
    }
    const address = `http://127.0.0.1:${port}`
    for (const deadline = Date.now() + 20_000; ; await Bun.sleep(50)) {
      const answer = await fetch(address, { method: 'POST', body, headers }).catch(() => null)
      if (answer) return answer.status
      if (Date.now() > deadline) throw new Error('The receiver does not listen.')
    }
  }
  try {
    expect([await send('one'), await send('one'), await send('two')]).toEqual([204, 204, 204])
    expect(await send('three', { key: `whsec_${btoa('somebody else')}` })).toBe(401)
    expect(await send('four', { at: new Date(Date.now() - 3_600_000) })).toBe(401)
  } finally {
    child.kill()
  }
  expect((await new Response(child.stdout).text()).trim().split('\n')).toEqual(['job.assigned one', 'job.assigned two'])
})
