/** Returns the same object for the same row, so nobody may change it. */
export function memoized<Of extends object, Made extends object>(make: (one: Of) => Made): (one: Of) => Made {
  const known = new WeakMap<Of, Made>()
  return (one) => {
    const before = known.get(one)
    if (before) return before
    const made = Object.freeze(make(one))
    known.set(one, made)
    return made
  }
}
