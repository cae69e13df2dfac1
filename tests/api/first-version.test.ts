import { expect, test } from 'bun:test'
import { picture } from '#db/demo/pictures.ts'
import { insertAccount } from '#src/accounts/actions.ts'
import { handle } from '#tests/support/app.ts'
import recorded from './first-version/answers.json'
import { ADMIN, type Answer, callEverything, settled } from './first-version/calls.ts'

// Scripts outlive versions: what the first version answered to a script is in every answer still, with the same name,
// type and value. Only new fields come beside it.

const before = recorded as Answer[]

let asked: Promise<Answer[]> | undefined
const now = () => {
  asked ??= ask()
  return asked
}

async function ask(): Promise<Answer[]> {
  await insertAccount({ role: 'admin', email: ADMIN.email, firstName: 'Ada', lastName: 'King' }, ADMIN.password)
  const send = async (url: string, init: RequestInit) => handle(new Request(new URL(url, 'http://localhost'), init))
  return callEverything(send, picture('pipe'))
}

/** What is another on purpose. */
const CHANGED = [
  // An edit's entry said nothing of what it changed.
  'agent: GET /api/jobs/{job}/events /1/detail: was null',
  // How to get in is for a contractor who still has to do something there.
  'contractor: POST /api/jobs/{work}/mark-complete /accessNotes: was Key at the bakery',
  // It says whom no e-mail tells of the deletion.
  'admin: DELETE /api/jobs/{called} /message: was The job has been successfully deleted.',
]

/** Where what was there is missing or another. */
function lost(was: unknown, is: unknown, at: string): string[] {
  if (Array.isArray(was)) {
    if (!Array.isArray(is) || is.length !== was.length) return [`${at}: no list of ${was.length}`]
    return was.flatMap((one, index) => lost(one, is[index], `${at}/${index}`))
  }
  if (typeof was === 'object' && was !== null) {
    if (typeof is !== 'object' || is === null) return [`${at}: no object`]
    return Object.entries(was).flatMap(([name, one]) =>
      lost(one, (is as Record<string, unknown>)[name], `${at}/${name}`),
    )
  }
  if (Object.is(was, is) || CHANGED.includes(`${at}: was ${was}`)) return []
  return [`${at}: was ${JSON.stringify(was)}, is ${JSON.stringify(is)}`]
}

test.each(before.map((was, index) => [was.call, index, was] as const))(
  'a script of the first version gets what it got: %s (%d)',
  async (call, index, was) => {
    const is = (await now())[index]!
    expect([is.call, is.status]).toEqual([call, was.status])
    // Errors say more by now, under a type of their own.
    expect(is.type).toMatch(was.status < 400 ? /^application\/json$/ : /^application\/problem\+json$/)
    expect(lost(was.body, settled(is.body), `${call} `)).toEqual([])
  },
)
