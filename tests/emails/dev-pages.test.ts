import { beforeEach, describe, expect, test } from 'bun:test'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import PostalMime from 'postal-mime'
import { SECURITY_HEADERS } from '#src/access/same-origin.ts'
import { standardHandlers } from '#src/background/handlers.ts'
import { devMailPages } from '#src/emails/dev-pages.tsx'
import { mails } from '#src/emails/dev-queries.ts'
import { fileMailer } from '#src/emails/file-mailer.ts'
import { env } from '#src/runtime/env.ts'
import { anEmail, aWorker, untilDelivered } from '#tests/queue/working.ts'
import { stranger } from '#tests/support/app.ts'
import { aContractor } from '#tests/support/world.ts'
import { message } from './letters.ts'

const FOLDER = join(env.DATA_DIR, 'mail')

beforeEach(() => rm(FOLDER, { recursive: true, force: true }))

const site = (production: boolean) => {
  const app = new Elysia()
    .onRequest(({ set }) => void Object.assign(set.headers, SECURITY_HEADERS))
    .onError(({ error }) => new Response(null, { status: 'status' in error ? Number(error.status) : 500 }))
    .use(devMailPages(production))
  return (path: string) => app.handle(new Request(`http://localhost${path}`))
}

const intoFiles = fileMailer(FOLDER, 'Fettle <no-reply@fettle.example>')
const write = (values: Parameters<typeof message>[0]) => intoFiles.send(message(values))

test('the page shows the message that the file holds', async () => {
  const propertyName = `“Rose” =?utf-8?Q?x?= ${'ü🏠 '.repeat(30)}end`
  await anEmail({ propertyName, issueDescription: 'Grüße £ = 🏠\n'.repeat(40) })
  await anEmail({ issueDescription: 'x=3D', accessNotes: null })
  aWorker(standardHandlers(intoFiles))
  await untilDelivered()
  const shown = await mails()
  const names = await readdir(FOLDER)
  expect([shown.length, names.length]).toEqual([2, 2])
  for (const ours of shown) {
    const theirs = await PostalMime.parse(
      await Bun.file(join(FOLDER, names.find((name) => name.includes(ours.id))!)).bytes(),
    )
    expect(ours.subject).toBe(theirs.subject!)
    expect(ours.text).toBe(theirs.text!.trim())
    expect(ours.html).toBe(theirs.html!.trim())
    expect(ours).toMatchObject({
      to: theirs.to![0]!.address!,
      date: theirs.headers.find(({ key }) => key === 'date')!.value,
      messageId: theirs.messageId!,
      from: 'Fettle <no-reply@fettle.example>',
    })
  }
})

test('a link to set a password, which stands in no table, is shown as it was sent', async () => {
  const { email } = await aContractor()
  await stranger.post('/api/password-reset', { identifier: email })
  aWorker(standardHandlers(intoFiles))
  await untilDelivered()
  const [shown] = await mails()
  const [name] = await readdir(FOLDER)
  const sent = await PostalMime.parse(await Bun.file(join(FOLDER, name!)).bytes())
  expect(shown!.text).toBe(sent.text!.trim())
  expect(shown!.text).toMatch(/\/set-password\/[\w-]{43}\b/)
})

describe('outside production', () => {
  const get = site(false)

  test('a stranger sees what was queued, newest first, and reads it', async () => {
    expect(await (await get('/dev/mail')).text()).toContain('No messages yet')
    await anEmail({ jobRef: 'JOB-000001', issueDescription: '<script>alert(1)</script>' })
    await anEmail({ jobRef: 'JOB-000002' })
    aWorker(standardHandlers(intoFiles))
    await untilDelivered()
    const list = await (await get('/dev/mail')).text()
    expect(list.indexOf('JOB-000002')).toBeGreaterThan(-1)
    expect(list.indexOf('JOB-000001')).toBeGreaterThan(list.indexOf('JOB-000002'))

    const path = [...list.matchAll(/href="(\/dev\/mail\/[^"]+)"/g)].at(-1)![1]!
    const read = await get(path)
    expect(read.status).toBe(200)
    expect(await read.text()).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')

    const html = await get(`${path}/html`)
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html.headers.get('content-security-policy')).toContain('sandbox')
    expect(html.headers.get('content-security-policy')).not.toContain('script-src')
    expect(await html.text()).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  test.each([
    '..%2f..%2fetc%2fpasswd',
    '..',
    '.eml',
    'no-such-message.eml',
    'a%00.eml',
    '%2e%2e%2fpostgres%2fPG_VERSION',
  ])('%p is no message', async (name) => {
    await write({})
    expect((await get(`/dev/mail/${name}`)).status).toBe(404)
    expect((await get(`/dev/mail/${name}/html`)).status).toBe(404)
  })
})

test('in production there is no such page', async () => {
  await write({})
  const [name] = await readdir(FOLDER)
  for (const path of ['/dev/mail', `/dev/mail/${name}`, `/dev/mail/${name}/html`]) {
    expect((await site(true)(path)).status).toBe(404)
  }
})
