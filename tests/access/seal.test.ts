import { expect, test } from 'bun:test'
import { openSealed, seal } from '#src/access/seal.ts'
import { openSession } from '#src/access/session.ts'
import { signedInAs } from '#tests/support/app.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { otherProcess } from '#tests/support/process/other-process.ts'
import { anAgent, jobInput } from '#tests/support/world.ts'

const TEXT = '{"newPassword":"abcDEF234567"}'

test('a sealed text opens with its key and context only', () => {
  const sealed = seal(TEXT, 'a key', 'of Olivia')
  expect(openSealed(sealed, 'a key', 'of Olivia')).toBe(TEXT)
  expect(openSealed(sealed, 'another key', 'of Olivia')).toBeNull()
  expect(openSealed(sealed, 'a key', 'of Carl')).toBeNull()
  expect(seal(TEXT, 'a key', 'of Olivia')).not.toBe(sealed)
})

test('a changed, cut off or unsealed text does not open', () => {
  const bytes = Buffer.from(seal(TEXT, 'a key', ''), 'base64')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    expect(openSealed(changed.toString('base64'), 'a key', '')).toBeNull()
    expect(openSealed(bytes.subarray(0, at).toString('base64'), 'a key', '')).toBeNull()
  }
  for (const text of ['', 'x', TEXT]) expect(openSealed(text, 'a key', '')).toBeNull()
})

test('any text comes back whole', () => {
  for (const text of ['', '£ – 日本', 'x'.repeat(500_000)])
    expect(openSealed(seal(text, 'k', 'c'), 'k', 'c')).toBe(text)
})

test('a process with another secret says that the answer is lost, and does nothing twice', async () => {
  const agent = await anAgent()
  const call = { method: 'POST', headers: { 'idempotency-key': 'one' }, body: jobInput() }
  expect((await (await signedInAs(agent)).send('/api/jobs', call)).status).toBe(201)
  const other = await otherProcess({ SECRET: 'another secret, of thirty-two characters or more' })
  const headers = { ...call.headers, cookie: `session=${await openSession(agent.id, 'test')}` }
  const answer = await fetch(`${other.url}/api/jobs`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(jobInput()),
  })
  expect(answer.status).toBe(409)
  expect(await refusalOf(answer)).toEqual({
    message: 'This request was done before, and its answer can no longer be read.',
  })
  await other.kill()
})
