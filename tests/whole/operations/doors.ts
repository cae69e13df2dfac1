import { type OtherProcess, otherProcess } from '#tests/support/process/other-process.ts'
import { type FaultyProxy, startFaultyProxy, type Trouble } from '#tests/whole/services/faulty-proxy.ts'

/** Two processes on one database, each behind a proxy that loses requests and answers when it is told to. */
export class Doors {
  kills = 0
  /** How many requests and answers were lost on their way. */
  lost = 0
  #doors: { process: OtherProcess; proxy: FaultyProxy }[] = []
  /** The share of requests that meet trouble. */
  trouble = 0

  static async open(count = 2): Promise<Doors> {
    const doors = new Doors()
    await Promise.all(Array.from({ length: count }, () => doors.#start()))
    return doors
  }

  async #start(): Promise<void> {
    const process = await otherProcess()
    this.#doors.push({ process, proxy: await startFaultyProxy(process.url) })
  }

  /** The address of one of them, whose next request may be about to be lost; null while none runs. */
  any(): string | null {
    const door = this.#doors[Math.floor(Math.random() * this.#doors.length)]
    if (!door) return null
    if (Math.random() < this.trouble) {
      this.lost++
      door.proxy.next.push(anyTrouble())
    }
    return door.proxy.endpoint
  }

  /** kill -9 of one in the middle of whatever it does, and another in its place. */
  async kill(): Promise<void> {
    const [door] = this.#doors.splice(Math.floor(Math.random() * this.#doors.length), 1)
    if (!door) return
    this.kills++
    await door.process.kill()
    door.proxy.stop()
    await this.#start()
  }

  async close(): Promise<void> {
    for (const { process, proxy } of this.#doors) {
      proxy.stop()
      await process.kill()
    }
  }
}

/** The answer is lost more often than the request: then the work is done, and nobody knows. */
const TROUBLES: Trouble[] = [
  'reset',
  { cutRequestAt: 150 },
  { cutAnswerAt: 1 },
  { cutAnswerAt: 200 },
  { cutAnswerAt: 1 },
]
const anyTrouble = (): Trouble => TROUBLES[Math.floor(Math.random() * TROUBLES.length)]!
