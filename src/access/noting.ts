const AGAIN_AFTER = 60_000

/** The request neither waits for this nor fails with it: the database may be read-only. */
export function noting(note: (key: string) => PromiseLike<unknown>): (key: string) => void {
  const underWay = new Set<string>()
  return (key) => {
    if (underWay.has(key)) return
    underWay.add(key)
    const end = () => underWay.delete(key)
    note(key).then(end, () => setTimeout(end, AGAIN_AFTER).unref())
  }
}
