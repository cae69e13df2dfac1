import { jpeg } from '#tests/photos/pictures.ts'
import { tomorrow } from '#tests/support/times.ts'
import { completion, jobInput, withQuote } from '#tests/support/world.ts'
import type { Insisting, Operation } from './insisting.ts'

/** Somebody with a session. */
export type Player = { id: string; cookie: string }
export type Players = { agent: Player; contractor: Player; other: Player; admin: Player }

type Job = { id: string; parentJobId: string | null; quotes: { id: string }[]; visits: { id: string }[] }

/** What one life does, one thing after the other, each under a key of its own. */
export class Life {
  #steps = 0

  constructor(
    readonly name: string,
    readonly players: Players,
    readonly client: Insisting,
    /** How often a step is sent at once, and whether it is sent again when it is done. */
    readonly manner: () => { copies: number; again: boolean },
  ) {}

  async do(who: Player, request: string, body?: unknown, more: Pick<Operation, 'ifMatch' | 'many' | 'same'> = {}) {
    const [method = '', path = ''] = request.split(' ')
    const key = `${this.name}-${++this.#steps}`.replaceAll(' ', '-')
    const { copies, again } = this.manner()
    const operation = { key, cookie: who.cookie, method, path, body, ...more }
    const done = await this.client.do(operation, copies)
    if (again) await this.client.again([operation, operation], 2)
    return done.body as { id: string }
  }

  /** As `do`, if it is still as it was read. */
  async doUnchanged(who: Player, request: string, thing: string, body?: unknown) {
    const { etag } = await this.client.read(who.cookie, thing)
    return this.do(who, request, body, { ifMatch: etag })
  }

  /** Under the same key it is the same photo, before it has arrived and after. */
  async photo(who: Player): Promise<string> {
    const ask = 'POST /api/objects/upload'
    const asked = await this.do(who, ask, undefined, { same: ({ path }) => path })
    const { uploadURL, path } = asked as unknown as { uploadURL: string; path: string }
    await this.client.photo(uploadURL, new Uint8Array(await jpeg()))
    return path
  }

  async job(id: string): Promise<Job> {
    return (await this.client.read<Job>(this.players.admin.cookie, `/api/jobs/${id}`)).body
  }

  /** By its name what it has left is found. */
  async raise(): Promise<string> {
    const input = jobInput({ propertyName: this.name, propertyAddress: `${this.name}, Guildford GU1 3XY` })
    return (await this.do(this.players.agent, 'POST /api/jobs', input)).id
  }

  async raiseAssigned(): Promise<string> {
    const id = await this.raise()
    const { admin, contractor } = this.players
    await this.do(admin, `POST /api/jobs/${id}/assign`, { contractorId: contractor.id })
    return id
  }
}

async function quoteWork(life: Life) {
  const { agent, contractor, admin } = life.players
  const id = await life.raiseAssigned()
  await life.do(agent, `POST /api/jobs/${id}/messages`, { text: 'When can you come?' })
  await life.do(contractor, `PUT /api/jobs/${id}/appointment`, tomorrow())
  await life.do(contractor, `POST /api/jobs/${id}/messages`, { text: 'Tomorrow.' })
  await life.do(contractor, `POST /api/jobs/${id}/start`)
  await life.do(contractor, `POST /api/jobs/${id}/complete`, withQuote())
  const { quotes, visits } = await life.job(id)
  const quote = `/api/quotes/${quotes[0]!.id}`
  await life.doUnchanged(contractor, `PATCH ${quote}`, quote, { quoteAmount: 450 })
  await life.doUnchanged(agent, `PATCH ${quote}/approve`, quote)
  const found = await life.client.read<Job[]>(
    contractor.cookie,
    `/api/jobs?limit=20&search=${encodeURIComponent(life.name)}`,
  )
  const work = found.body.find(({ parentJobId }) => parentJobId === id)!
  await life.do(contractor, `POST /api/jobs/${work.id}/start`)
  await life.do(contractor, `POST /api/jobs/${work.id}/mark-complete`, completion())
  await life.do(admin, `POST /api/visits/${visits[0]!.id}/mark-invoiced`)
  await life.do(admin, `POST ${quote}/mark-invoiced`)
}

async function invoicedTwice(life: Life) {
  const { agent, contractor, admin } = life.players
  const id = await life.raise()
  await life.doUnchanged(agent, `PATCH /api/jobs/${id}`, `/api/jobs/${id}`, { urgency: 'high' })
  await life.do(admin, `POST /api/jobs/${id}/assign`, { contractorId: contractor.id })
  await life.doUnchanged(contractor, `POST /api/jobs/${id}/complete`, `/api/jobs/${id}`, completion())
  const { visits } = await life.job(id)
  const invoice = await life.do(admin, `POST /api/visits/${visits[0]!.id}/mark-invoiced`, { amount: 75 })
  await life.do(admin, `DELETE /api/invoices/${invoice.id}`)
  await life.do(admin, `POST /api/visits/${visits[0]!.id}/mark-invoiced`)
}

async function declined(life: Life) {
  const { agent, contractor } = life.players
  const id = await life.raiseAssigned()
  await life.do(contractor, `POST /api/jobs/${id}/complete`, withQuote())
  const { quotes } = await life.job(id)
  const quote = `/api/quotes/${quotes[0]!.id}`
  await life.do(agent, `PATCH ${quote}/decline`, { reason: 'Too much', askAgain: true })
  await life.do(contractor, `POST /api/jobs/${id}/complete`, withQuote({ quoteAmount: 300 }))
}

async function calledOff(life: Life) {
  const { contractor, other, admin } = life.players
  const id = await life.raiseAssigned()
  await life.do(contractor, `POST /api/jobs/${id}/visits`, { outcome: 'no_access', workDone: 'Rang twice.' })
  await life.do(contractor, `POST /api/jobs/${id}/hand-back`, { reason: 'Ill' })
  await life.do(admin, `POST /api/jobs/${id}/assign`, { contractorId: other.id })
  await life.do(admin, `POST /api/jobs/${id}/cancel`, { reason: 'Sold' })
  await life.do(admin, `POST /api/jobs/${id}/reopen`, { reason: 'Not sold' })
}

async function removed(life: Life) {
  const id = await life.raise()
  await life.do(life.players.agent, `DELETE /api/jobs/${id}`)
  await life.do(life.players.contractor, 'POST /api/objects/upload')
}

async function photographed(life: Life) {
  const { contractor, other, admin } = life.players
  const id = await life.raiseAssigned()
  await life.do(contractor, `POST /api/jobs/${id}/start`, { recordedAt: new Date(), clockAhead: 1 })
  const taken = await life.photo(contractor)
  await life.do(admin, `POST /api/jobs/${id}/assign`, { contractorId: other.id })
  const late = { text: 'Bled it.', outcome: 'done', images: [taken] }
  await life.do(contractor, `POST /api/jobs/${id}/late-records`, late)
  await life.do(other, `POST /api/jobs/${id}/complete`, completion({ images: [await life.photo(other)] }))
}

async function account(life: Life) {
  const { admin } = life.players
  const email = `${life.name.replaceAll(' ', '-')}@plumbing.example`
  const input = { firstName: 'Nia', lastName: 'Cole', company: life.name, email, password: 'secret1' }
  const { user } = (await life.do(admin, 'POST /api/admin/create-contractor', input)) as unknown as {
    user: { id: string }
  }
  const path = `/api/users/${user.id}`
  await life.doUnchanged(admin, `PATCH ${path}`, path, { phone: '020 7946 0009' })
  await life.do(admin, `PATCH ${path}`, { areas: ['GU1'] })
  await life.do(admin, `POST /api/contractors/${user.id}/reset-password`)
  await life.do(admin, `DELETE /api/contractors/${user.id}`)
}

async function many(life: Life) {
  const { admin, contractor } = life.players
  const jobIds = [await life.raise(), await life.raise(), await life.raise()]
  await life.do(admin, 'POST /api/jobs/assign', { jobIds, contractorId: contractor.id }, { many: true })
  await life.do(admin, 'POST /api/jobs/cancel', { jobIds: jobIds.slice(1), reason: 'Sold' }, { many: true })
}

export const PLOTS = { quoteWork, invoicedTwice, account, declined, calledOff, removed, photographed, many }
export type Plot = keyof typeof PLOTS
