import { Replica } from '#db/pool/replica.ts'

/** Asked at the first need, and not again, but at the primary anew: what the replica left unanswered fails no read there. */
export function lazy<T>(ask: () => Promise<T>): () => Promise<T> {
  const asked = new Map<boolean, Promise<T>>()
  return () => {
    const place = Replica.isReading
    const answer = asked.get(place) ?? ask()
    asked.set(place, answer)
    return answer
  }
}
