import { afterAll, expect, test } from 'bun:test'
import { startIdentityProvider } from '#tests/services/identity-provider.ts'
import { Browser, CALLBACK, withProvider } from './external-browser.ts'

const provider = await startIdentityProvider({ redirectUri: CALLBACK })
afterAll(() => provider.stop())
const door = withProvider(provider)

test('a new person', async () => {
  provider.people.push({
    login: 'nia',
    sub: 's-nia',
    email: 'nia@new.example',
    email_verified: true,
    given_name: 'Nia',
    family_name: 'Cole',
  })
  const browser = new Browser(door)
  const { at, text, response } = await browser.signIn('nia')
  console.log(at, response.status, text.slice(0, 300), browser.cookies)
  expect(text).toContain('User role not found')
})
