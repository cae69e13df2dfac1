const LONGEST_HEADER = 500

const listed = (header: string | null): string[] =>
  header === null || header.length > LONGEST_HEADER ? [] : header.split(',').map((part) => part.trim())

export function chooseEncoding<Encoding extends string>(
  header: string | null,
  encodings: readonly Encoding[],
): Encoding | 'identity' {
  const weights = new Map(
    listed(header).map((part) => {
      const [encoding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      return [encoding, Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)]
    }),
  )
  return encodings.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0) ?? 'identity'
}

export const hasWhich = (request: Request, isRight: (tag: string) => boolean): string | undefined =>
  listed(request.headers.get('if-none-match'))
    .map((tag) => /^(?:W\/)?"([\x21\x23-\x7e]*)"$/.exec(tag)?.[1] ?? '')
    .find(isRight)

export function clientHas(request: Request, etag: string): boolean {
  const header = request.headers.get('if-none-match')
  if (header === `W/${etag}`) return true
  return listed(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}
