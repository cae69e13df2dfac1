const PATIENCE = 10_000

type PingTools = { fetch(path: string, how: RequestInit): Promise<Response>; now(): number }

/** By how many seconds the phone's clock is ahead; null without a line. */
export async function ping({ fetch, now }: PingTools): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const answer = await fetch('/api/ping', { cache: 'no-store', redirect: 'error', signal })
    const { name, now: theirs } = await answer.json()
    return answer.ok && name === 'Fettle' ? Math.round((now() - Date.parse(theirs)) / 1000) : null
  } catch {
    return null
  }
}
