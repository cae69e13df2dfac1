import type { Cast } from '#tests/whole/faults/load/cast.ts'
import type { Answer, Person } from '#tests/whole/faults/load/person.ts'
import { at } from './people.ts'

/** A job as these tests need it: its call-out, and the quote that came of it. */
export type Story = { id: string; visit: string; quote: string }

type Call = { method: string; path: string; body?: unknown; headers?: Record<string, string> }

export const jobInput = (propertyName: string) => ({
  ...{ estateAgentName: 'Olivia Hart', estateAgency: 'Rightway Lettings', propertyName },
  ...{ propertyAddress: `${propertyName}, Guildford`, issueDescription: 'The boiler loses pressure every night.' },
})

/** Sends a request that must be answered with 2xx. */
export async function must(who: Person, method: string, path: string, body?: unknown): Promise<Answer['body']> {
  const answer = await who.send({ method, path, body })
  if (answer.status === null || answer.status > 299)
    throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.body.message}`)
  return answer.body
}

/** Raises a job and has the contractor answer it with a quote. */
export async function aQuotedJob({ agents, contractors, admins }: Cast, name = 'Rose Cottage'): Promise<Story> {
  const [agent, contractor, admin] = [agents[0]!, contractors[0]!, admins[0]!]
  const { id } = await must(agent, 'POST', '/api/jobs', jobInput(name))
  await must(admin, 'POST', `/api/jobs/${id}/assign`, { contractorId: contractor.id })
  const quote = { needsQuote: true, quoteAmount: 480, quoteDescription: 'Replace the expansion vessel.' }
  await must(contractor, 'POST', `/api/jobs/${id}/complete`, { workDone: 'Topped up.', images: [], ...quote })
  const job = (await must(admin, 'GET', `/api/jobs/${id}`)) as {
    visits: { id: string }[]
    quotes: { id: string }[]
  } & Answer['body']
  return { id: id!, visit: job.visits[0]!.id, quote: job.quotes[0]!.id }
}

/** Sends the same to these processes at once; returns how often each status was answered, and the answers. */
export async function race(who: Person, urls: string[], call: Call) {
  const answers = await Promise.all(urls.map((url) => at(who, url).send(call)))
  const statuses = answers.map(({ status }) => String(status))
  const counts = Object.fromEntries(
    [...new Set(statuses)].map((one) => [one, statuses.filter((s) => s === one).length]),
  )
  return { counts, answers }
}
