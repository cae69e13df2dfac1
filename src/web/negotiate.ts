/** A browser's headers have some thirty characters. */
const LONGEST_HEADER = 500

const listed = (header: string | null): string[] =>
  header === null || header.length > LONGEST_HEADER ? [] : header.split(',').map((part) => part.trim())

/** The first of `encodings` that an Accept-Encoding header allows ('gzip;q=0' does not, '*' allows any), else 'identity'. */
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

/** Whether the client has the version that `etag` names, by its If-None-Match. */
export const clientHas = (request: Request, etag: string): boolean =>
  listed(request.headers.get('if-none-match')).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
