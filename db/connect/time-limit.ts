export function withTimeLimit<T, Late>(milliseconds: number, work: Promise<T>, late: Late): Promise<T | Late> {
  const tooLate = Promise.withResolvers<Late>()
  const timer = setTimeout(tooLate.resolve, milliseconds, late)
  return Promise.race([work, tooLate.promise]).finally(() => clearTimeout(timer))
}
