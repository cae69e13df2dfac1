/** Longest header that is read as a list; a browser's has some thirty characters. A longer one counts as absent. */
const LONGEST = 500

const listed = (header: string | null): string[] =>
  header === null || header.length > LONGEST ? [] : header.split(',').map((part) => part.trim())

/**
 * The first of `codings` that an Accept-Encoding header allows, else 'identity'. 'gzip;q=0' refuses gzip; '*' allows all
 * that is not named.
 */
export function chooseEncoding<Coding extends string>(
  header: string | null,
  codings: readonly Coding[],
): Coding | 'identity' {
  const offers = new Map(
    listed(header).map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      return [coding, Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)]
    }),
  )
  return codings.find((coding) => (offers.get(coding) ?? offers.get('*') ?? 0) > 0) ?? 'identity'
}

/** Whether the caller has what `etag` names already, by its If-None-Match. */
export const isKnown = (request: Request, etag: string): boolean =>
  listed(request.headers.get('if-none-match')).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
