import { beforeEach, describe, expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { jobs, messages } from '#db/schema.ts'
import { app } from '#src/app.ts'
import { emptyFields } from '#src/domain/account/account.ts'
import { isBlank } from '#src/domain/blank.ts'
import { descriptionOf } from '#src/http/api-description.ts'
import { check } from '#src/http/input.ts'
import { answerOf } from '#tests/api/shape.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, type Cast, completion, jobInput } from '#tests/support/world.ts'

const INVISIBLE = {
  ...{ 'a Hangul filler': '\u3164', 'a half-width Hangul filler': '\uffa0', 'Hangul jamo fillers': '\u115f\u1160' },
  ...{ 'soft hyphens': '\u00ad\u00ad', 'variation selectors': '\ufe0f\u{e0100}', 'a braille blank': '\u2800' },
  ...{ 'spaces without width': '\u200b\ufeff', joiners: '\u200c\u200d', 'tag letters': '\u{e0041}\u{e007f}' },
  ...{ 'a Mongolian vowel separator': '\u180e', 'Khmer vowels that do not show': '\u17b4\u17b5' },
  ...{ 'marks without a letter': '\u034f\u0301', 'a musical blank': '\u{1d159}', 'wide spaces': '\u3000\u2003' },
  ...{ 'private letters': '\ue000', 'an Egyptian blank': '\u{13441}', 'all at once': '\u3164 \u00ad\u2800\n\u200b' },
}
const VISIBLE = ['a', '7', '-', '£', 'Ł', '木', 'ㅎ', '🔧', '❤️', '👩‍🔧', 'می‌خواهم', ' a ', '\u00ada', '⠁', '𓀀']

describe('a text', () => {
  test.each(Object.entries(INVISIBLE))('of %s is blank', (_, text) => expect(isBlank(text)).toBe(true))
  test.each(VISIBLE)('such as %s is not', (text) => expect(isBlank(text)).toBe(false))
})

type Part = { minLength?: number; trim?: boolean; items?: Part } & Partial<Fields>
type Fields = { properties: Record<string, Part>; required: string[]; keepEmpty: boolean }

/** The required texts of a body by their paths, also of the objects in its lists. */
const requiredTexts = ({ properties = {}, required = [], keepEmpty = false }: Part): string[] =>
  Object.entries(properties).flatMap(([name, part]) => [
    ...(part.minLength && part.trim !== false && (keepEmpty || required.includes(name)) ? [name] : []),
    ...(part.items?.properties ? requiredTexts(part.items).map((inner) => `${name}.0.${inner}`) : []),
  ])

const withText = (path: string, text: string): object => {
  const [name = '', ...rest] = path.split('.')
  return { [name]: rest.length ? [withText(rest.slice(1).join('.'), text)] : text }
}

const bodies = app.routes.flatMap((route) => {
  const body = descriptionOf(route)?.body
  const required = body ? requiredTexts(body as Part) : []
  return body && required.length ? [[`${route.method} ${route.path}`, body, required] as const] : []
})

test('the calls that need texts are many', () => expect(bodies.length).toBeGreaterThan(25))

test.each(bodies)('%s refuses texts that nobody sees', (_, body, required) => {
  for (const path of required)
    for (const text of Object.values(INVISIBLE))
      expect(Object.keys(check(body as never, withText(path, text)).errors ?? {})).toContain(path)
})

describe('in the product', () => {
  let cast: Cast
  beforeEach(async () => {
    cast = await aCast()
  })

  test('a job, its edit, a message and a reason need something to see, by the API and by their forms', async () => {
    const agent = await signedInAs(cast.agent)
    const { id } = await aJob(cast, 'pending')
    const before = await db.select().from(jobs)
    for (const text of ['\u3164', '\u2800', '\u00ad']) {
      for (const field of ['propertyName', 'propertyAddress', 'issueDescription'] as const) {
        const input = { ...jobInput(), [field]: text }
        expect((await agent.post('/api/jobs', input)).status).toBe(422)
        expect((await agent.submit('/create-job', { ...input, accessNotes: '' })).status).toBe(422)
        expect((await agent.patch(`/api/jobs/${id}`, { [field]: text })).status).toBe(422)
      }
      expect((await agent.post(`/api/jobs/${id}/messages`, { text })).status).toBe(422)
      expect((await agent.submit(`/jobs/${id}/messages`, { text })).status).toBe(422)
      expect((await agent.post(`/api/jobs/${id}/cancel`, { reason: text })).status).toBe(422)
    }
    expect(await db.select().from(jobs)).toEqual(before)
    expect(await db.$count(messages)).toBe(0)
  })

  test('a visit and its quote need something to see; what may be left out is left out', async () => {
    const { id } = await aJob(cast, 'in_progress')
    const carl = await signedInAs(cast.contractor)
    const send = (more: object) => answerOf(carl.post(`/api/jobs/${id}/complete`, { ...completion(), ...more }))
    const quote = { needsQuote: true, quoteAmount: 480 }
    expect(await send({ workDone: '\u3164' })).toMatchObject({
      status: 422,
      body: { errors: { workDone: expect.any(String) } },
    })
    expect(await send({ ...quote, quoteDescription: '\u2800' })).toMatchObject({
      status: 422,
      body: { errors: { quoteDescription: expect.any(String) } },
    })
    const made = await send({ ...quote, quoteDescription: 'A new pump.', notes: '\u3164' })
    expect([made.status, made.body.quotes?.[0]?.notes ?? null]).toEqual([200, null])
  })

  test('an account’s names need something to see, on the server and in the browser', async () => {
    const ada = await signedInAs(cast.admin)
    const account = { username: '\u3164', firstName: '\u00ad', lastName: '\u2800', password: 'secret1' }
    const errors = (await answerOf(ada.post('/api/admin/create-estate-agent', account))).body.errors
    expect(Object.keys(errors)).toEqual(['username', 'firstName', 'lastName'])
    expect(emptyFields('estate_agent', account)).toEqual(['username', 'firstName', 'lastName'])
    for (const change of [{ firstName: '\u3164' }, { lastName: '\ufe0f' }])
      expect((await ada.patch(`/api/users/${cast.agent.id}`, change)).status).toBe(422)
    const { body } = await answerOf(ada.patch(`/api/users/${cast.agent.id}`, { company: '\u3164' }))
    expect(body.company).toBe(null)
  })
})
