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
