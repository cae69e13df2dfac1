import { expect, test } from 'bun:test'
import { mailLink, telLink } from '#views/accounts/links.ts'

test.each([
  ['07700 900123', 'tel:07700900123'],
  ['07700 900123 (after 6)', 'tel:07700900123'],
  ['+44 (0)20 7946 0018', 'tel:+442079460018'],
  ['(020) 7946-0018 or 07700 900123', 'tel:02079460018'],
  ['Home: 020.7946.0018', 'tel:02079460018'],
  ['999', 'tel:999'],
])('%p is called by %p', (typed, link) => expect(telLink(typed)).toBe(link))

test('an address with odd letters stays one address', () => {
  expect(mailLink('o’hara+jobs?subject=x@rightway.example')).toBe(
    'mailto:o%E2%80%99hara%2Bjobs%3Fsubject%3Dx@rightway.example',
  )
})
