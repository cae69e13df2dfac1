type Toast = { title: string; text?: string; kind?: string }

export const html = async (response: Response | Promise<Response>): Promise<string> => (await response).text()

/** What a page that is open is told to show, or the one that comes next; undefined where neither is. */
export function toastOf({ headers }: Response): Toast | undefined {
  const cookie = headers.getSetCookie().find((line) => line.startsWith('toast=%'))
  if (cookie) return JSON.parse(decodeURIComponent(decodeURIComponent(/^toast=([^;]*)/.exec(cookie)![1]!)))
  return JSON.parse(headers.get('hx-trigger') ?? '{}').toast
}

/** What a page or a form sends besides what is typed: its hidden fields. */
export const hiddenIn = (markup: string): Record<string, string> =>
  Object.fromEntries(
    [...markup.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  )

const asRead = (text: string): string =>
  text.replaceAll('\0', '\uFFFD').replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The address of the first link that says this. */
export const hrefOf = (markup: string, label: string): string =>
  asRead(new RegExp(`<a [^>]*href="([^"]*)"[^>]*>(?:<[^>]*>)*${label}<`).exec(markup)![1]!)

/** What a form that is sent by GET adds to the address. */
export const queryOf = (sent: Record<string, string[]>): string =>
  `${new URLSearchParams(Object.entries(sent).flatMap(([name, values]) => values.map((value) => [name, value])))}`

/** What a browser sends of the form with this button, as the page shows it. */
export function sentBy(markup: string, button: string): Record<string, string[]> {
  const [form] = [...markup.matchAll(/<form.*?<\/form>/gs)]
    .map(([text]) => text)
    .filter((text) => [...text.matchAll(/<button.*?<\/button>/gs)].some(([one]) => one.includes(`>${button}<`)))
  const sent: Record<string, string[]> = {}
  for (const [field] of form!.matchAll(/<input [^>]*>|<select .*?<\/select>/gs)) {
    const [, name] = / name="([^"]*)"/.exec(field) ?? []
    const isLeft = / type="checkbox"/.test(field) && !/ checked/.test(field)
    if (!name || isLeft) continue
    const [, value = ''] =
      (field.startsWith('<select')
        ? (/<option(?=[^>]* selected)[^>]* value="([^"]*)"/.exec(field) ?? /<option[^>]* value="([^"]*)"/.exec(field))
        : / value="([^"]*)"/.exec(field)) ?? []
    sent[name] = [...(sent[name] ?? []), asRead(value)]
  }
  return sent
}
