import { expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { newSecret, openSecret, sealSecret, signedHeaders } from '#src/webhooks/signature.ts'

const BODY = '{"type":"job.created","data":{"jobRef":"£ ünïcode"}}'

test('a signed message passes the verifier of Standard Webhooks by either of two secrets, and by no other', () => {
  const [one, two, other] = [newSecret(), newSecret(), newSecret()]
  const headers = signedHeaders('msg_1', new Date(), BODY, [one, two])
  for (const secret of [one, two]) expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY))
  expect(() => new Webhook(other).verify(BODY, headers)).toThrow()
})

test('another body, id or time does not pass', () => {
  const secret = newSecret()
  const headers = signedHeaders('msg_1', new Date(), BODY, [secret])
  const verifier = new Webhook(secret)
  expect(() => verifier.verify(`${BODY} `, headers)).toThrow()
  expect(() => verifier.verify(BODY, { ...headers, 'webhook-id': 'msg_2' })).toThrow()
  expect(() => verifier.verify(BODY, { ...headers, 'webhook-timestamp': '1' })).toThrow()
  expect(() => verifier.verify(BODY, signedHeaders('msg_1', new Date(Date.now() - 600_000), BODY, [secret]))).toThrow()
})

test('a secret has 256 bits, is sealed for its webhook alone, and is not in what is kept', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const id = crypto.randomUUID()
  const sealed = sealSecret(id, secret)
  expect(sealed).not.toContain(secret.slice(6, 20))
  expect(openSecret(id, sealed)).toBe(secret)
  expect(openSecret(crypto.randomUUID(), sealed)).toBeNull()
  expect(openSecret(id, 'nonsense')).toBeNull()
})
