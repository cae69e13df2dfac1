import { expect, mock, test } from 'bun:test'
import { sendAccount, sendInvitation } from '#islands/send-account.ts'
import { emptyFields } from '#src/domain/account/account.ts'
import { newKey } from '#views/ui/input/new-key.ts'

const typed = { username: 'nina', firstName: 'Nina', lastName: 'Ng', password: 'secret1' }
const answering = (status: number, body: unknown) =>
  mock(async (_path: unknown, _init?: RequestInit) => Response.json(body, { status })) as unknown as typeof fetch &
    ReturnType<typeof mock>

test('a created account comes back with what it signs in with', async () => {
  const fetch = answering(201, {
    user: { role: 'estate_agent', firstName: 'Nina', lastName: 'Ng' },
    credentials: { username: 'nina', password: 'secret1' },
  })
  expect(await sendAccount('estate_agent', typed, 'k1', fetch)).toEqual({
    type: 'created',
    account: { role: 'estate_agent', firstName: 'Nina', lastName: 'Ng', identifier: 'nina', password: 'secret1' },
  })
  const [path, init] = fetch.mock.calls[0] as [string, RequestInit]
  expect(path).toBe('/api/admin/create-estate-agent')
  expect(JSON.parse(String(init.body))).toEqual(typed)
  expect(new Headers(init.headers).get('idempotency-key')).toBe('k1')
})

test('an invited account comes back with where the link went; no password is sent', async () => {
  const fetch = answering(201, { user: { firstName: 'Nina', lastName: 'Ng', email: 'nina@ng.example' } })
  expect(await sendInvitation('estate_agent', { ...typed, email: 'nina@ng.example' }, 'k1', fetch)).toEqual({
    type: 'invited',
    email: 'nina@ng.example',
  })
  const [path, init] = fetch.mock.calls[0] as [string, RequestInit]
  expect(path).toBe('/api/accounts/invite')
  const { password: _, ...sent } = typed
  expect(JSON.parse(String(init.body))).toEqual({ ...sent, email: 'nina@ng.example', role: 'estate_agent' })
})

test.each([
  [401, {}, { type: 'signedOut' }],
  [422, { message: 'x', errors: { username: 'taken' } }, { type: 'refused', errors: { username: 'taken' } }],
  [
    422,
    { message: 'This Idempotency-Key was used for another request.' },
    {
      type: 'failed',
      message: 'This was sent already, before your last changes: look whether the account is in the list.',
    },
  ],
  [409, { message: 'No longer' }, { type: 'failed', message: 'No longer' }],
  [503, {}, { type: 'failed', message: 'Something went wrong' }],
] as const)('%d is told', async (status, body, outcome) => {
  expect(await sendAccount('contractor', typed, 'k', answering(status, body))).toEqual(outcome)
})

test('no answer, or one that is no JSON, is a lost connection', async () => {
  const lost = mock(() => Promise.reject(new TypeError('Failed to fetch'))) as unknown as typeof fetch
  expect(await sendAccount('contractor', typed, 'k', lost)).toEqual({ type: 'lost' })
  const proxy = mock(async () => new Response('<html>', { status: 502 })) as unknown as typeof fetch
  expect(await sendAccount('contractor', typed, 'k', proxy)).toEqual({ type: 'lost' })
})

test('keys differ', () => expect(newKey()).not.toBe(newKey()))

test('what is missing', () => {
  expect(emptyFields('estate_agent', { ...typed, lastName: ' ' })).toEqual(['lastName'])
  expect(emptyFields('estate_agent', { ...typed, password: '      ' })).toEqual([])
  expect(emptyFields('contractor', {})).toEqual(['email', 'firstName', 'lastName', 'password'])
  expect(emptyFields('contractor', { ...typed, email: 'a@b.example' })).toEqual([])
})
