import { describe, expect, test } from 'bun:test'
import { ownPath, requireSameOrigin, SECURITY_HEADERS } from '#src/access/same-origin.ts'

describe('where signing in may lead', () => {
  test.each(['/', '/jobs', '/jobs/1?search=a%20b&x=1', '/a//b', '/%2F%2Fevil.example', '/login?next=//evil.example'])(
    '%s',
    (path) => {
      expect(ownPath(path)).toBe(path)
    },
  )

  test.each([
    'https://evil.example',
    'https:evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nset-cookie: a=b',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%2e%2e//evil.example',
    '//own.invalid@evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/api/logout',
    '/./api/logout?x',
    `/${'a'.repeat(2000)}`,
    'jobs',
    ' /jobs',
    '',
  ])('not %p', (next) => {
    expect(ownPath(next)).toBe('/')
  })

  test('not what is no text', () => {
    for (const next of [undefined, null, ['/jobs'], { path: '/jobs' }, 7]) expect(ownPath(next)).toBe('/')
  })

  test('whatever comes out stays on this site', () => {
    const parts = [
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      'https:',
      '\t',
      ' ',
      '\u00a0',
    ]
    let seed = 7
    const pick = () => {
      seed = (seed * 48271) % 2147483647
      return parts[seed % parts.length]!
    }
    for (let round = 0; round < 20_000; round++) {
      const next = `/${Array.from({ length: 1 + (round % 6) }, pick).join('')}`
      const path = ownPath(next)
      const led = new URL(path, 'https://fettle.example/login')
      expect(`${next} → ${led.origin}`).toBe(`${next} → https://fettle.example`)
      // Followed once more, as a browser does with a Location, it must not turn into another host either.
      expect(path.startsWith('//')).toBe(false)
    }
  })
})

describe('an unsafe request with a cookie', () => {
  const request = (headers: Record<string, string>, method = 'POST') =>
    new Request('http://localhost/api/jobs', { method, headers })

  test.each([
    ['a script', {}],
    ['our own page', { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }],
    ['our own page by PUBLIC_URL', { origin: 'http://localhost:3000' }],
    ['our own page that hides its address', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['a bookmark', { 'sec-fetch-site': 'none' }],
    ['behind a proxy that ends TLS', { origin: 'https://fettle.example', host: 'fettle.example' }],
    ['with a token instead', { origin: 'https://evil.example', authorization: 'Bearer abc' }],
  ])('%s may', (_, headers) => {
    expect(() => requireSameOrigin(request(headers))).not.toThrow()
  })

  test('a browser that does not say from which site may set a password, where the address is the secret', () => {
    const sent = (path: string, headers: Record<string, string>) =>
      new Request(`http://localhost${path}`, { method: 'POST', headers })
    const secret = `/set-password/${'a'.repeat(43)}`
    expect(() => requireSameOrigin(sent(secret, { origin: 'null' }))).not.toThrow()
    for (const [path, headers] of [
      [secret, { origin: 'https://evil.example' }],
      [secret, { origin: 'null', 'sec-fetch-site': 'cross-site' }],
      ['/set-password', { origin: 'null' }],
      ['/profile/password', { origin: 'null' }],
      ['/api/password/set', { origin: 'null' }],
      ['/set-password/../profile/password', { origin: 'null' }],
    ] as const)
      expect(() => requireSameOrigin(sent(path, headers))).toThrow('This request came from another site.')
  })

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a sandboxed frame of a page of ours', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['an empty origin', { origin: '' }],
    ['another port', { origin: 'http://localhost:8080' }],
    ['a name that begins like ours', { origin: 'http://localhost.evil.example' }],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site', origin: 'http://localhost' }],
    ['a basic password instead of a token', { origin: 'https://evil.example', authorization: 'Basic YTpi' }],
  ])('from %s may not', (_, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(() => requireSameOrigin(request(headers, method))).toThrow('This request came from another site.')
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(() => requireSameOrigin(request(headers, method))).not.toThrow()
  })
})

describe('headers of every answer', () => {
  const policy = Object.fromEntries(
    SECURITY_HEADERS['content-security-policy']!.split('; ').map((part) => {
      const [name, ...sources] = part.split(' ')
      return [name!, sources.join(' ')]
    }),
  )

  test('nothing is loaded from elsewhere, and no script stands in a page', () => {
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
    })
    expect(Object.values(policy).join(' ')).not.toMatch(/unsafe|\*|https?:/)
  })

  test('nobody guesses a type, frames a page or learns where a user was', () => {
    expect(SECURITY_HEADERS).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    // Over http a browser would have to ignore it; with an https PUBLIC_URL it is there.
    expect(SECURITY_HEADERS).not.toHaveProperty('strict-transport-security')
  })
})
