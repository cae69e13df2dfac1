import { sendLogTo } from '#src/runtime/log.ts'

export type LogLine = { level: string; event: string; msg: string; request?: string; [field: string]: unknown }

/** Keeps what is logged, every level, until `stop`. */
export function captureLog() {
  const raw: string[] = []
  const stop = sendLogTo((line) => raw.push(line))
  return {
    /** As it was written. */
    text: () => raw.join(''),
    lines: () => raw.map((line) => JSON.parse(line) as LogLine),
    /** The lines but those about requests. */
    events: () => raw.map((line) => JSON.parse(line) as LogLine).filter(({ event }) => event !== 'request'),
    clear: () => raw.splice(0),
    stop,
    [Symbol.dispose]: stop,
  }
}
