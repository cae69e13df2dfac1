import { describe, expect, onTestFinished, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { isAddress, mailbox } from '#src/domain/email/address.ts'
import { fileMailer } from '#src/emails/file-mailer.ts'
import type { Mailer } from '#src/emails/message.ts'
import { smtpMailer } from '#src/emails/smtp-mailer.ts'
import { PermanentFailure } from '#src/queue/handler.ts'
import { message } from './letters.ts'
import { MailServer, refusal } from './mail-server.ts'

const FROM = 'Fettle <no-reply@fettle.example>'
async function aServer(behaviour: ConstructorParameters<typeof MailServer>[0] = {}) {
  const server = await new MailServer(behaviour).start()
  onTestFinished(() => server.stop())
  return server
}

function aMailer(url: string): Mailer {
  const mailer = smtpMailer(url, FROM)
  onTestFinished(() => mailer.close())
  return mailer
}

/** The error of a promise that has to fail. */
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error('It succeeded')),
    (error: unknown) => error as Error,
  )

describe('over SMTP', () => {
  test('a message arrives whole', async () => {
    const server = await aServer()
    const sent = message({ subject: 'Quote of £480.00 for “Rose”', text: 'Grüße £', html: '<p>Grüße £</p>' })
    await aMailer(server.url).send(sent)
    const [read] = await server.read()
    expect(server.accepted).toHaveLength(1)
    expect(read).toMatchObject({
      from: { name: 'Fettle', address: 'no-reply@fettle.example' },
      to: [{ address: 'carl@plumbing.example' }],
      subject: 'Quote of £480.00 for “Rose”',
      messageId: `<${sent.id}@fettle.example>`,
      date: '2026-03-04T05:06:07.000Z',
    })
    expect(read!.text!.trim()).toBe('Grüße £')
    expect(read!.html!.trim()).toBe('<p>Grüße £</p>')
    expect(read!.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  test('a refusal is permanent from 500 on, and says what the server said', async () => {
    const server = await aServer({
      recipient: (tries) => {
        throw tries === 1 ? refusal(450, 'Mailbox busy') : refusal(550, 'No such user')
      },
    })
    const mailer = aMailer(server.url)
    const first = await failure(mailer.send(message()))
    expect(first).not.toBeInstanceOf(PermanentFailure)
    expect(first.message).toContain('Mailbox busy')
    const second = await failure(mailer.send(message()))
    expect(second).toBeInstanceOf(PermanentFailure)
    expect(second.message).toContain('No such user')
  })

  test('a refused sign-in may be mended, so it is not the message’s end', async () => {
    const server = await aServer({
      options: {
        disabledCommands: [],
        onAuth: (_auth, _session, callback) => callback(refusal(535, 'Wrong password')),
      },
    })
    const mailer = aMailer(`smtp://fettle:secret@127.0.0.1:${server.port}?tls.rejectUnauthorized=false`)
    const error = await failure(mailer.send(message()))
    expect(error.message).toContain('Wrong password')
    expect(error).not.toBeInstanceOf(PermanentFailure)
  })

  test('a password is sent after STARTTLS', async () => {
    const server = await aServer({ options: { disabledCommands: [] } })
    await aMailer(`smtp://fettle:secret@127.0.0.1:${server.port}?tls.rejectUnauthorized=false`).send(message())
    expect(server.passwords).toEqual(['secret'])
    expect(server.accepted).toHaveLength(1)
  })

  test('a password is never sent in clear', async () => {
    const server = await aServer({ options: { allowInsecureAuth: true } })
    const error = await failure(aMailer(`smtp://fettle:secret@127.0.0.1:${server.port}`).send(message()))
    expect(error).not.toBeInstanceOf(PermanentFailure)
    expect(server.passwords).toEqual([])
    expect(server.accepted).toHaveLength(0)
  })

  test('a certificate that nobody vouches for is refused', async () => {
    const server = await aServer({ options: { disabledCommands: [] } })
    await failure(aMailer(`smtp://fettle:secret@127.0.0.1:${server.port}`).send(message()))
    expect(server.passwords).toEqual([])
  })

  test('a server that answers too slowly is given up when the caller says so', async () => {
    const server = await aServer({ options: { onData: (stream) => stream.resume() } })
    const error = await failure(aMailer(server.url).send(message(), AbortSignal.timeout(500)))
    expect(error.name).toBe('AbortError')
  })

  test.each([
    '',
    'carl',
    'a@b@c',
    'a@x.example\r\nBcc: eve@evil.example',
    'a@x.example, eve@evil.example',
    '<a@x.example>',
    'a b@x.example',
    '"a"@x.example',
    'a@x..example',
    `${'a'.repeat(65)}@x.example`,
    `a@${'x'.repeat(254)}`,
    'a@x.example (Carl)',
    '(Carl)a@x.example',
    'a(comment)@x.example',
    'Carl <a@x.example>',
    'a@x.example;b@x.example',
    'a@x.example b@x.example',
    'undisclosed: a@x.example;',
    '<script>alert(1)</script>@x.example',
    'a@<script>x.example',
    'a@x.example\u0000',
    'a@x.example\u2028Bcc: eve@evil.example',
    'a\u200b@x.example',
    'a\uff20b@x.example',
    'a@x\uff0eexample',
    'a@[127.0.0.1]',
    'a@x.example/b',
    'a@x.example?bcc=eve@evil.example',
    '.a@x.example',
    'a.@x.example',
    'a@-x.example',
    'a%00@x.example\r',
  ])('nothing is sent to %j', async (to) => {
    const server = await aServer()
    expect(await failure(aMailer(server.url).send(message({ to })))).toBeInstanceOf(PermanentFailure)
    expect(server.tries).toBe(0)
  })
})

test('addresses as people have them are addresses', () => {
  const usual = ['carl@plumbing.example', "o'brien+jobs@mail.co.uk", 'x@localhost', 'a_b-c=d@x.example']
  for (const address of [
    ...usual,
    'kate@müller.example',
    'käthe@müller.example',
    '用户@例子.example',
    'a@xn--mller-kva.example',
  ]) {
    expect([address, isAddress(address)]).toEqual([address, true])
  }
})

test('a sender is an address, with or without a name', () => {
  expect(mailbox('Fettle <no-reply@fettle.example>')).toEqual({ name: 'Fettle', address: 'no-reply@fettle.example' })
  expect(mailbox('"Smith, Jones & Co." <a@x.example>')).toEqual({ name: 'Smith, Jones & Co.', address: 'a@x.example' })
  expect(mailbox(' a@x.example ')).toEqual({ name: '', address: 'a@x.example' })
  for (const none of [
    '',
    'Fettle',
    'Fettle <>',
    'Fettle <a@x.example',
    'a@x.example, b@x.example',
    'A\nB <a@x.example>',
  ])
    expect([none, mailbox(none)]).toEqual([none, null])
})

test('a name and a subject of any letters stay one line each, encoded', async () => {
  const server = await aServer()
  const mailer = smtpMailer(server.url, 'Müller, “Söhne” & Co. <no-reply@müller.example>')
  onTestFinished(() => mailer.close())
  const sent = message({ subject: 'Rose\r\nBcc: eve@evil.example\u0000\u2028£5 🏠' })
  await mailer.send(sent)
  const [head] = server.accepted[0]!.toString('latin1').split('\r\n\r\n')
  expect(head).toMatch(/^[\x20-\x7e\r\n]*$/)
  expect(head).not.toMatch(/^bcc:/im)
  expect((await server.read())[0]).toMatchObject({
    from: {
      name: 'Müller, “Söhne” & Co.',
      address: expect.stringMatching(/^no-reply@(müller|xn--mller-kva)\.example$/),
    },
    subject: 'Rose Bcc: eve@evil.example £5 🏠',
    messageId: `<${sent.id}@xn--mller-kva.example>`,
  })
})

describe('into files', () => {
  async function aFolder() {
    const folder = await mkdtemp(join(tmpdir(), 'fettle-mail-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    return join(folder, 'mail')
  }

  test('each message is a file whose name sorts by time and is safe anywhere', async () => {
    const folder = await aFolder()
    const mailer = fileMailer(folder, FROM)
    const late = message({ date: new Date('2026-03-04T05:06:08.000Z') })
    const early = message({ subject: 'Früh' })
    await mailer.send(late)
    await mailer.send(early)
    const names = (await readdir(folder)).sort()
    expect(names).toEqual([`20260304T050607890Z-${early.id}.eml`, `20260304T050608000Z-${late.id}.eml`])
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9._-]+$/)
    const read = await PostalMime.parse(await readFile(join(folder, names[0]!)))
    expect(read).toMatchObject({ subject: 'Früh', messageId: `<${early.id}@fettle.example>` })
    expect((await stat(join(folder, names[0]!))).mode & 0o777).toBe(0o600)
  })

  test('a repetition replaces the file', async () => {
    const folder = await aFolder()
    const mailer = fileMailer(folder, FROM)
    const sent = message()
    await Promise.all([mailer.send(sent), mailer.send(sent)])
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('no message to what is no address', async () => {
    const mailer = fileMailer(await aFolder(), FROM)
    expect(await failure(mailer.send(message({ to: 'a@x.example\nBcc: e@evil.example' })))).toBeInstanceOf(
      PermanentFailure,
    )
  })
})
