/** Resolves to `late` when `work` takes longer. Throws what `work` throws in time. */
export function withTimeLimit<T, Late>(milliseconds: number, work: Promise<T>, late: Late): Promise<T | Late> {
  const tooLate = Promise.withResolvers<Late>()
  const timer = setTimeout(tooLate.resolve, milliseconds, late)
  return Promise.race([work, tooLate.promise]).finally(() => clearTimeout(timer))
}
