import { Replica } from '#db/pool/replica.ts'

/** Asks lazily and once, but the primary anew: what a replica left unanswered fails no read there. */
export function lazy<T>(ask: () => Promise<T>): () => Promise<T> {
  const asked = new Map<boolean, Promise<T>>()
  return () => {
    const place = Replica.isReading
    const answer = asked.get(place) ?? ask()
    asked.set(place, answer)
    return answer
  }
}
