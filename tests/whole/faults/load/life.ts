import { type Ledger, mayHaveHappened, outcomeOf, type Step } from './ledger.ts'
import { type Answer, type Person, write } from './person.ts'

/** Thrown inside a life when the load ends: what is begun stays as it is. */
export class Ended extends Error {}

/** Who plays in a life. */
export type Players = { agent: Person; contractor: Person; other: Person; admin: Person; deputy: Person }

/** The one step that does it again when it is sent again; it is sent once, and given up when it is not known what came of it. */
const ONCE: readonly Step[] = ['edit']

/** This share of the other writes is sent twice at once, as by a double click or a second window. */
const TWICE = 0.1

/** A job's life as people lead it: they repeat what got no answer, and go on when it turns out to have been done. */
export class Life {
  /** Set by `create`. */
  jobId = ''

  constructor(
    readonly name: string,
    readonly players: Players,
    readonly ledger: Ledger,
    readonly ended: () => boolean,
  ) {}

  /**
   * Does a step until it is known to be done (once, and Ended when that is not known, for some). Returns what was answered, or null when only the refusal of a repetition
   * told that it had been done before. Throws Ended, and what the server had no reason to refuse.
   */
  async do(step: Step, who: Person, method: string, path: string, body?: unknown): Promise<Answer['body'] | null> {
    const headers: Record<string, string> = {}
    if (method === 'POST') headers['idempotency-key'] = `${this.name} ${step}`.replaceAll(' ', '-').replaceAll(' ', '-')
    for (let doubtful = false; ; ) {
      if (this.ended()) throw new Ended()
      const once = () => write(this.ledger, who, this.name, step, { method, path, body, headers })
      const answers = await Promise.all(Math.random() < TWICE && !ONCE.includes(step) ? [once(), once()] : [once()])
      const yes = answers.find((answer) => outcomeOf(answer) === 'acknowledged')
      if (yes) return yes.body
      doubtful ||= answers.some(mayHaveHappened)
      const no = answers.find(({ status, retryAfter }) => status !== null && status < 500 && !retryAfter)
      if (doubtful && ONCE.includes(step)) throw new Ended()
      if (no && doubtful) return null
      if (no) throw new Error(`${this.name}: ${step} was refused with ${no.status}: ${no.body.message}`)
      await Bun.sleep(50 + Math.random() * 100)
    }
  }

  /** Reads the job as the administrator, who sees everything. */
  async job(): Promise<JobRead | null> {
    if (this.ended()) throw new Ended()
    return this.players.admin.read<JobRead>(`/api/jobs/${this.jobId}`)
  }
}

export type JobRead = {
  id: string
  status: string
  parentJobId: string | null
  quotes: { id: string }[]
  visits: { id: string; images: string[] }[]
}
