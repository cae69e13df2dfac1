import { describe, expect, test } from 'bun:test'
import { isPublic, networksOf } from '#src/runtime/network.ts'
import { NO_WAY_INSIDE, NOT_HTTPS, problemOfUrl } from '#src/webhooks/address.ts'
import { NotReachable, reachableAddresses, refuseInside } from '#src/webhooks/resolve.ts'

const INSIDE = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.0.0.1.'],
  ...['0', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '0xa9fea9fe'],
  ...['100.64.0.1', '100.100.100.200', '192.0.0.192', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16', '１２７.０.０.１'],
  ...[
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[::ffff:0:10.0.0.1]',
  ],
  ...['[64:ff9b::10.0.0.1]', '[64:ff9b:1::10.0.0.1]', '[2002:7f00:1::]', '[2001::1]', '[2001:db8::1]', '[3fff::1]'],
  ...['[fc00::1]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[4000::1]', '[5f00::1]'],
  ...[
    'localhost',
    'LOCALHOST',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    'intranet',
    'nas.lan',
    'x.home.arpa',
  ],
]

describe('an address that leads inside is refused', () => {
  test.each(INSIDE)('%s', (host) => {
    expect([NO_WAY_INSIDE, 'Please leave out the dot at the end of the name']).toContain(
      problemOfUrl(`https://${host}/hook`, [])!,
    )
  })

  test.each(['1.1.1.1', '8.8.8.8', '134744072', '[2606:4700:4700::1111]', 'example.com', 'hooks.example.co.uk'])(
    'and %s is none',
    (host) => expect(problemOfUrl(`https://${host}/hook`, [])).toBeNull(),
  )

  test('a zone, a name and password, another protocol, a dot at the end, a port of something else', () => {
    for (const url of ['https://[fe80::1%25eth0]/', 'https://', 'not one', 'https://exa mple.com/', '//example.com/'])
      expect(problemOfUrl(url, [])).toStartWith('Please enter an address')
    for (const url of ['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'javascript:alert(1)'])
      expect(problemOfUrl(url, [])).toBe(NOT_HTTPS)
    for (const url of ['https://me:secret@example.com/', 'https://me@example.com/'])
      expect(problemOfUrl(url, [])).toContain('name and password')
    expect(problemOfUrl('https://example.com./', [])).toContain('dot')
    expect(problemOfUrl('https://example.com/#a', [])).toContain('#')
    for (const port of [22, 25, 80, 445, 1023])
      expect(problemOfUrl(`https://example.com:${port}/`, [])).toContain('port')
    for (const port of [443, 1024, 8443]) expect(problemOfUrl(`https://example.com:${port}/`, [])).toBeNull()
  })
})

test('an address is public when the internet routes it, and text that is none is not', () => {
  expect(['8.8.8.8', '2606:4700::1'].map(isPublic)).toEqual([true, true])
  expect(['', 'x', '::ffff:8.8.8.8', 'fe80::1%eth0', '::8.8.8.8'].map(isPublic)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})

describe('after the name was looked up', () => {
  const https = new URL('https://hooks.example.com/')
  const answering =
    (...addresses: string[]) =>
    () =>
      Promise.resolve(addresses)

  test('all its addresses must be public', async () => {
    expect(await reachableAddresses(https, [], answering('8.8.8.8', '2606:4700::1'))).toHaveLength(2)
    for (const inside of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:8.8.8.8', 'fd00::1', 'nonsense'])
      await expect(reachableAddresses(https, [], answering('8.8.8.8', inside))).rejects.toBeInstanceOf(NotReachable)
    await expect(reachableAddresses(https, [], answering())).rejects.toThrow('not found')
    await expect(reachableAddresses(https, [], () => Promise.reject(new Error('SERVFAIL')))).rejects.toThrow(
      'not found',
    )
  })

  test('a name that leads inside is refused at once, one that is not known yet is not', async () => {
    await expect(refuseInside('https://a.example.com/', answering('10.0.0.1'))).rejects.toThrow()
    await refuseInside('https://a.example.com/', answering('8.8.8.8'))
    await refuseInside('https://a.example.com/', () => Promise.reject(new Error('ENOTFOUND')))
    const begun = performance.now()
    await refuseInside('https://a.example.com/', () => new Promise(() => {}))
    expect(performance.now() - begun).toBeLessThan(10_000)
  })
})

describe('networks of the operator’s own', () => {
  const own = networksOf('10.0.0.0/8, fd00::/8')!

  test('may be sent to, by http too; others not', async () => {
    for (const host of ['10.1.2.3', '[fd00::1]']) {
      expect(problemOfUrl(`http://${host}:8080/`, own)).toBeNull()
      expect(problemOfUrl(`https://${host}/`, own)).toBeNull()
    }
    for (const host of ['192.168.0.1', '127.0.0.1', '[fe80::1]'])
      expect(problemOfUrl(`https://${host}/`, own)).toBe(NO_WAY_INSIDE)
    expect(problemOfUrl('http://8.8.8.8/', own)).toBe(NO_WAY_INSIDE)
    const inside = new URL('http://receiver:8080/')
    expect(await reachableAddresses(inside, own, async () => ['10.0.0.7'])).toEqual(['10.0.0.7'])
    await expect(reachableAddresses(inside, own, async () => ['10.0.0.7', '8.8.8.8'])).rejects.toBeInstanceOf(
      NotReachable,
    )
  })

  test('are read from a setting, or it is wrong', () => {
    expect(networksOf('')).toEqual([])
    for (const wrong of ['10.0.0.0', '10.0.0.0/33', 'all', '10.0.0.0/8,,', '0/0 x'])
      expect(networksOf(wrong)).toBeNull()
  })
})
