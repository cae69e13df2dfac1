/** A message of ours, read back. */
export type Eml = {
  from: string
  to: string
  subject: string
  date: string
  messageId: string
  text: string
  html: string
}

/** Reads what the file mailer wrote: two parts, UTF-8. Not a reader for mail of others. */
export function readEml(bytes: Uint8Array): Eml {
  // Latin-1 keeps every byte one character until the parts are decoded.
  const { headers, body } = split(Buffer.from(bytes).toString('latin1'))
  const boundary = /boundary="?([^";]+)"?/i.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => split(part.replace(/^\r\n/, '')))
    : []
  const part = (type: string) => {
    const found = parts.find(({ headers: own }) => own.get('content-type')?.startsWith(type))
    return found ? decodeBody(found.body, found.headers.get('content-transfer-encoding') ?? '') : ''
  }
  const header = (name: string) => decodeWords(headers.get(name) ?? '')
  return {
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    date: header('date'),
    messageId: header('message-id'),
    text: part('text/plain'),
    html: part('text/html'),
  }
}

function split(source: string) {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  return { headers, body: source.slice(end + 4) }
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

function decodeBody(body: string, encoding: string): string {
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quotedPrintable(body)
        : Buffer.from(body, 'latin1')
  return bytes.toString('utf8').replaceAll('\r\n', '\n').trim()
}

/** '=?UTF-8?Q?…?=' and '=?UTF-8?B?…?=', of which neighbours are one text. */
const decodeWords = (value: string): string =>
  value.replace(/=\?UTF-8\?[QB]\?[^?]*\?=(\s+=\?UTF-8\?[QB]\?[^?]*\?=)*/gi, (run) =>
    Buffer.concat(
      [...run.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)].map(([, kind, text]) =>
        kind!.toUpperCase() === 'B' ? Buffer.from(text!, 'base64') : quotedPrintable(text!.replaceAll('_', ' ')),
      ),
    ).toString('utf8'),
  )
