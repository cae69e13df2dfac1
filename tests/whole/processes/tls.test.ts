import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { jpeg } from '#tests/photos/pictures.ts'
import { ADMIN } from '#tests/whole/faults/fettle.ts'
import { makeAuthority } from '#tests/whole/services/certificates.ts'
import { freePort } from '#tests/whole/services/ports.ts'
import { serviceFolder } from '#tests/whole/services/service-folder.ts'
import { startSeveral, whyNotSeveral } from './several.ts'

const why = await whyNotSeveral()

describe.skipIf(why !== null)('where TLS ends at the proxy', async () => {
  const folder = serviceFolder('tls')
  const { ca, sign } = await makeAuthority(folder.path)
  const { cert, key } = await sign(['localhost', '127.0.0.1'])
  const file = join(folder.path, 'both.pem')
  await Bun.write(file, (await Bun.file(cert).text()) + (await Bun.file(key).text()))
  const plainPort = freePort()
  const several = why ? null! : await startSeveral({ count: 1, tls: { file, plainPort } })
  afterAll(async () => {
    await several?.[Symbol.asyncDispose]()
    await folder.remove()
  })
  const send = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, several.url), { ...init, tls: { ca: Bun.file(ca) }, redirect: 'manual' } as RequestInit)
  const body = (values: unknown) => ({
    method: 'POST',
    body: JSON.stringify(values),
    headers: { 'content-type': 'application/json', origin: several.url, 'sec-fetch-site': 'same-origin' },
  })

  test('plain HTTP is redirected to TLS', async () => {
    const answer = await fetch(`http://127.0.0.1:${plainPort}/jobs?search=boiler`, { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`https://127.0.0.1:${plainPort}/jobs?search=boiler`)
  })

  test('the session is kept to it, a browser’s changes are taken, and upload links lead back to it', async () => {
    const signedIn = await send('/api/local/login', body(ADMIN))
    expect(signedIn.status).toBe(200)
    expect(signedIn.headers.get('strict-transport-security')).toContain('max-age=')
    expect(signedIn.headers.get('set-cookie')).toMatch(/; Secure/)
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
    const identifier = 'carl@plumbing.example'
    const password = 'correct horse'
    const account = body({ email: identifier, firstName: 'Carl', lastName: 'Mason', password })
    const made = await send('/api/admin/create-contractor', { ...account, headers: { ...account.headers, cookie } })
    expect(made.status).toBe(201)
    const carl = (await send('/api/local/login', body({ identifier, password }))).headers.get('set-cookie')!
    const headers = { cookie: carl.split(';')[0]! }
    const promised = (await (await send('/api/objects/upload', { method: 'POST', headers })).json()) as {
      uploadURL: string
    }
    expect(promised.uploadURL).toStartWith(`${several.url}/objects/upload/`)
    const photo = new Uint8Array(await jpeg())
    const put = await send(promised.uploadURL, {
      method: 'PUT',
      body: photo,
      headers: { 'content-type': 'image/jpeg' },
    })
    expect(put.status).toBe(200)
  })
})
