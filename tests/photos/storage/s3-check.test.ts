import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkS3 } from '#src/photos/storage/s3-check.ts'
import { makeAuthority } from '#tests/whole/services/certificates.ts'
import { type FaultyProxy, startFaultyProxy, type Trouble } from '#tests/whole/services/faulty-proxy.ts'
import { anS3, noS3, settingsOf } from './s3-world.ts'

const HASTE = { timeout: 300, waits: [5] }
/** What is there answers, however busy the machine. */
const CALM = { ...HASTE, timeout: 10_000 }

describe.skipIf(noS3)('the look at S3 at the start', () => {
  let s3: Awaited<ReturnType<typeof anS3>>
  let proxy: FaultyProxy
  const folder = mkdtempSync(join(tmpdir(), 'fettle-check-'))
  beforeAll(async () => {
    s3 = await anS3()
    proxy = await startFaultyProxy(s3.rgw.endpoint)
  })
  afterEach(async () => {
    proxy.trouble = null
    // Whatever it found, it left nothing behind.
    expect(await s3.names()).toEqual([])
  })
  afterAll(async () => {
    proxy.stop()
    await s3.stop()
    rmSync(folder, { recursive: true })
  })
  const check = (settings: Partial<typeof s3.settings> = {}, patience = CALM) =>
    checkS3({ ...s3.settings, ...settings }, patience)

  test('finds nothing wrong where a photo can be written, read and deleted', async () => {
    expect(await check()).toBeNull()
    expect(await Promise.all([check(), check(), check()])).toEqual([null, null, null])
  })

  test.each([
    ['a bucket that is not there', { bucket: 'nowhere' }, /^S3_BUCKET nowhere does not exist at http:\S+\.$/],
    ['a key that nobody has', { accessKey: 'NOBODY' }, /^S3_ACCESS_KEY is not known at http:\S+\.$/],
    ['a wrong secret', { secretKey: 'x' }, /^S3_SECRET_KEY does not belong to S3_ACCESS_KEY/],
  ])('says in one sentence that there is %s', async (_, settings, sentence) => {
    expect(await check(settings)).toEqual({ wrong: true, sentence: expect.stringMatching(sentence) })
  })

  test('says what a key may not do', async () => {
    const sentence = (doing: string) => ({
      wrong: true,
      sentence: `S3_ACCESS_KEY may not ${doing} objects in bucket ${s3.bucket}.`,
    })
    expect(await check(await s3.rgw.makeReader())).toEqual(sentence('write'))
    expect(await check(await s3.rgw.makeUser())).toEqual(sentence('write'))

    const keeper = await s3.rgw.makeUser()
    /** Whoever wrote an object may read and delete it unless that is denied. */
    const grant = async (allowed: string[], denied: string[] = []) => {
      const statement = (effect: string, actions: string[], of = '/photos/*') => ({
        Effect: effect,
        Principal: { AWS: [`arn:aws:iam:::user/${keeper.accessKey}`] },
        Action: actions.map((action) => `s3:${action}`),
        Resource: [`arn:aws:s3:::${s3.bucket}${of}`],
      })
      const statements = [
        statement('Allow', allowed),
        ...(denied.length ? [statement('Deny', denied)] : []),
        ...(allowed.includes('ListBucket') ? [statement('Allow', ['ListBucket'], '')] : []),
      ]
      const payload = JSON.stringify({ Version: '2012-10-17', Statement: statements })
      await s3.client.makeRequest({ method: 'PUT', objectName: '', query: 'policy=', statusCode: 204, payload })
    }
    await grant(['PutObject', 'DeleteObject'], ['GetObject'])
    expect(await check(keeper)).toEqual(sentence('read'))
    await grant(['PutObject', 'GetObject'], ['DeleteObject'])
    expect(await check(keeper)).toEqual(sentence('delete'))
    for (const name of await s3.names()) await s3.client.deleteObject(name)
    await grant(['PutObject', 'GetObject', 'DeleteObject'])
    expect(await check(keeper)).toEqual({
      wrong: true,
      sentence: `S3_ACCESS_KEY may not list bucket ${s3.bucket}, and so S3 does not tell it which objects are missing.`,
    })
    await grant(['PutObject', 'GetObject', 'DeleteObject', 'ListBucket'])
    expect(await check(keeper)).toBeNull()
  })

  const ELSEWHERE = /^S3_REGION us-east-1 is not where bucket \S+ is: that is eu-west-2 \(/
  test.each([
    [301, 'PermanentRedirect', '<Endpoint>x.s3.amazonaws.com</Endpoint>', /^S3_REGION us-east-1 is not where bucket/],
    [307, 'TemporaryRedirect', '', /^S3_REGION us-east-1 is not where bucket/],
    [400, 'AuthorizationHeaderMalformed', '<Region>eu-west-2</Region>', ELSEWHERE],
    [
      400,
      'AuthorizationQueryParametersError',
      "<Message>Error parsing the X-Amz-Credential parameter; the region 'us-east-1' is wrong; expecting 'eu-west-2'</Message>",
      ELSEWHERE,
    ],
    [400, 'InvalidRegionName', '', /^S3_REGION us-east-1 is not where bucket/],
    [403, 'RequestTimeTooSkewed', '', /^The clock of this machine/],
    [403, 'AccessDenied', '<Message>Request has expired</Message>', /^The clock of this machine/],
    [403, 'AccountProblem', '', /refuses to write objects in bucket \S+ \(403 AccountProblem\)\.$/],
  ])('understands what other providers answer: %d %s', async (status, code, xml, sentence) => {
    proxy.trouble = { status, code, xml }
    expect(await check({ endPoint: proxy.endpoint })).toEqual({
      wrong: true,
      sentence: expect.stringMatching(sentence),
    })
  })

  test('says that what answers is no S3 server', async () => {
    const pages = [200, 404, 405].map((status) =>
      Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<h1>Welcome</h1>', { status }) }),
    )
    const moved = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.redirect('https://x.example/') })
    const mail = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { open: (socket) => void socket.end('220 mail.example ESMTP\r\n'), data() {} },
    })
    const addresses = [
      ...[...pages, moved].map((server) => server.url.origin),
      `http://127.0.0.1:${mail.port}`,
      s3.rgw.endpoint.replace('http:', 'https:'),
    ]
    for (const endPoint of addresses) {
      const finding = await check({ endPoint })
      expect(finding).toEqual({
        wrong: true,
        sentence: expect.stringContaining('does not answer as an S3 server does'),
      })
      expect(finding?.sentence).not.toMatch(/X-Amz/)
    }
    for (const server of [...pages, moved]) server.stop(true)
    mail.stop()
  })

  test('says that a certificate is not trusted', async () => {
    const authority = await makeAuthority(folder)
    const { cert, key } = await authority.sign(['127.0.0.1'])
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      tls: { cert: Bun.file(cert), key: Bun.file(key) },
      fetch: () => new Response(),
    })
    expect(await check({ endPoint: `https://127.0.0.1:${server.port}` })).toEqual({
      wrong: true,
      sentence: expect.stringContaining('shows a certificate that is not trusted'),
    })
    server.stop(true)
  })

  test.each(['silent', 'reset', { status: 503, code: 'SlowDown' }, { status: 502 }, { cutAnswerAt: 20 }] as Trouble[])(
    'takes what may pass for what may pass: %p',
    async (trouble) => {
      proxy.trouble = trouble
      const finding = await check({ endPoint: proxy.endpoint }, trouble === 'silent' ? HASTE : CALM)
      expect(finding).toEqual({ wrong: false, sentence: expect.stringContaining('gives no proper answer') })
      // An attempt whose answer was lost may have been done.
      for (const name of await s3.names()) await s3.client.deleteObject(name)
    },
  )

  test('takes a host that is away or unknown to the names, and a full store, for what may pass', async () => {
    for (const endPoint of ['http://127.0.0.1:1', 'http://nowhere.invalid'])
      expect(await check({ endPoint }, HASTE)).toMatchObject({ wrong: false })
    const poor = await s3.rgw.makeUser({ quotaBytes: 1 })
    await s3.rgw.client('of-the-poor', poor).makeBucket('of-the-poor')
    expect(await checkS3({ ...settingsOf(s3.rgw, 'of-the-poor'), ...poor }, CALM)).toEqual({
      wrong: false,
      sentence: expect.stringContaining('is full (403 QuotaExceeded)'),
    })
  })
})
