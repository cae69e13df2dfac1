/** Between the values of one parameter, where it is given several times. */
export const BETWEEN = '\0'

export const valuesIn = (text: string): string[] => text.split(BETWEEN)

export function withQuery(path: string, parameters: Record<string, string | null | undefined>): string {
  const present = Object.entries(parameters).flatMap(([name, text]) =>
    text ? valuesIn(text).map((value) => [name, value]) : [],
  )
  return present.length ? `${path}?${new URLSearchParams(present)}` : path
}
