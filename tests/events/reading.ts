import type { Actor } from '#src/domain/account/account.ts'
import type { eventJson } from '#src/domain/event/event.ts'
import { numberSome } from '#src/events/numbering.ts'
import { signedInAs } from '#tests/support/app.ts'

export type Told = ReturnType<typeof eventJson>
export type Answer = { events: Told[]; next: string }

/** Numbers what has been written, as every process does all the time. */
export async function numberAll(): Promise<void> {
  while ((await numberSome()).length > 0);
}

/** Somebody who reads events, from now on. */
export async function aReader(user: Actor, { limit = 100 }: { limit?: number } = {}) {
  const client = await signedInAs(user)
  await numberAll()
  const get = async (parameters: Record<string, string>): Promise<Answer> => {
    const path = `/api/events?${new URLSearchParams(parameters)}`
    let response = await client.get(path)
    // Another role or password ends sessions.
    if (response.status === 401) response = await (await signedInAs(user)).get(path)
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    return response.json() as Promise<Answer>
  }
  let cursor = (await get({ after: 'now' })).next
  return {
    client,
    get,
    cursor: () => cursor,
    /** All that came since it was last asked. */
    news: async (): Promise<Told[]> => {
      await numberAll()
      const all: Told[] = []
      for (let isMore = true; isMore; ) {
        const { events, next } = await get({ after: cursor, limit: String(limit) })
        all.push(...events)
        isMore = next !== cursor
        cursor = next
      }
      return all
    },
  }
}

export const typesOf = (events: readonly Told[]): string[] => events.map(({ type }) => type)
