/** Makes answers 304 that differ in the value of one header. A copy takes half as long as an answer made of its headers. */
export function notModified(tagHeader: string, headers: Record<string, string>): (tag: string) => Response {
  const first = new Response(null, { status: 304, headers })
  return (tag) => {
    const copy = first.clone()
    copy.headers.set(tagHeader, tag)
    return copy
  }
}
