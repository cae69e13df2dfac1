import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { at, makeAccount, type SignIn, signIn, tryToSignIn } from './people.ts'
import { startSeveral, whyNotSeveral } from './several.ts'
import { jobInput } from './stories.ts'

const why = await whyNotSeveral()
setDefaultTimeout(120_000)

/** Milliseconds that a sign-in waits while ten others of its account are looked at. */
const PATIENCE = 10_000

const counted = (all: SignIn[]) => {
  const of = (wanted: number) => all.filter(({ status }) => status === wanted).length
  return { refused: of(401), tooMany: of(429), other: all.length - of(401) - of(429) }
}

describe.skipIf(why !== null)('what is limited is counted for all processes together', async () => {
  const several = why ? null! : await startSeveral({ env: { RATE_WRITES: '20', RATE_UPLOADS: '6' } })
  afterAll(() => several?.[Symbol.asyncDispose]())

  test('failed sign-ins: ten for one account, spread over three, and the eleventh is too many at each of them', async () => {
    const name = await makeAccount(several.url, 'agent')
    for (const url of several.inTurn(10)) expect((await tryToSignIn(url, name, 'guessed')).status).toBe(401)
    for (const url of several.urls) {
      // The right password no longer helps either.
      const answer = await tryToSignIn(url, name)
      expect(answer.status).toBe(429)
      expect(Number(answer.retryAfter)).toBeGreaterThan(0)
    }
  })

  test('failed sign-ins: thirty at once at three processes: ten passwords are looked at', async () => {
    const name = await makeAccount(several.url, 'contractor')
    const answers = await Promise.all(several.inTurn(30).map((url) => tryToSignIn(url, name, 'guessed')))
    expect(counted(answers)).toEqual({ refused: 10, tooMany: 20, other: 0 })
  })

  test('failed sign-ins: fifty from one address by way of the proxy, whatever it says of itself; its neighbour is not held to it', async () => {
    const from = '127.0.7.1'
    const guess = (n: number) =>
      tryToSignIn(several.url, `nobody${n}@nowhere.example`, 'guessed', {
        from,
        headers: { 'x-forwarded-for': `10.0.0.${n}` },
      })
    const answers: SignIn[] = []
    for (let n = 0; n < 55; n += 11)
      answers.push(...(await Promise.all(Array.from({ length: 11 }, (_, k) => guess(n + k)))))
    expect(counted(answers)).toEqual({ refused: 50, tooMany: 5, other: 0 })
    const name = await makeAccount(several.url, 'agent')
    expect((await tryToSignIn(several.url, name, undefined, { from })).status).toBe(429)
    expect((await tryToSignIn(several.url, name, undefined, { from: '127.0.7.2' })).status).toBe(200)
  })

  test('failed sign-ins: a stranger’s, at every process, lock nobody out of where they signed in from before', async () => {
    const name = await makeAccount(several.url, 'agent')
    const [home, stranger] = [{ from: '127.0.9.1' }, { from: '127.0.9.2' }]
    expect((await tryToSignIn(several.url, name, undefined, home)).status).toBe(200)
    const guesses = Array.from({ length: 30 }, () => tryToSignIn(several.url, name, 'guessed', stranger))
    expect(counted(await Promise.all(guesses))).toEqual({ refused: 10, tooMany: 20, other: 0 })
    for (let process = 0; process < 3; process++) {
      expect((await tryToSignIn(several.url, name, undefined, home)).status).toBe(200)
      expect((await tryToSignIn(several.url, name, undefined, stranger)).status).toBe(429)
    }
  })

  test('sign-ins: thirty right ones at once at three processes all get in', async () => {
    const name = await makeAccount(several.url, 'agent')
    const getsIn = async (url: string): Promise<number> => {
      const asked = performance.now()
      const { status } = await tryToSignIn(url, name)
      // Who has waited that long for others' passwords is told to come again: a machine may be so slow.
      return status === 429 && performance.now() - asked >= PATIENCE ? getsIn(url) : status
    }
    expect(await Promise.all(several.inTurn(30).map(getsIn))).toEqual(Array(30).fill(200))
  })

  test.each([
    ['writes', 20, 'agent', '/api/jobs', jobInput('Rose Cottage')],
    ['uploads', 6, 'contractor', '/api/objects/upload', undefined],
  ] as const)('%s: thirty at once of one user, spread over three, are %d', async (name, quota, role, path, body) => {
    const who = await signIn(several.url, await makeAccount(several.url, role))
    const send = (url: string) => at(who, url).send({ method: 'POST', path, body })
    const answers = await Promise.all(several.inTurn(30).map(send))
    const taken = answers.filter(({ status }) => status !== null && status < 300)
    const refused = answers.filter(({ status }) => status === 429)
    expect({ name, taken: taken.length, refused: refused.length }).toEqual({ name, taken: quota, refused: 30 - quota })
    for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0)
    // Somebody else is not held to it.
    const other = await signIn(several.url, await makeAccount(several.url, role))
    expect((await at(other, several.urls[2]!).send({ method: 'POST', path, body })).status).toBeOneOf([200, 201])
  })
})
