import { Invalid } from './errors.ts'
import { keepBody, readForm, type Typed, typedOf } from './input.ts'

/** `limit` in bytes; the file is null where none was chosen. */
export async function readFormWithFile(
  request: Request,
  name: string,
  limit: number,
): Promise<{ typed: Typed; file: Uint8Array | null }> {
  const body = await keepBody(request, undefined, limit)
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) return { typed: await readForm(request), file: null }
  const form = await new Response(Uint8Array.from(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw new Invalid({ '': 'The form could not be read. Please send it again.' })
  })
  contents.set(request, JSON.stringify(await Promise.all([...form].map(meant))))
  const typed = typedOf([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  const sent = form.get(name)
  const isFile = sent instanceof Blob && sent.size > 0
  return { typed, file: isFile ? new Uint8Array(await sent.arrayBuffer()) : null }
}

const contents = new WeakMap<Request, string>()

const meant = async ([name, sent]: [string, FormDataEntryValue]) =>
  typeof sent === 'string' ? [name, sent] : [name, { file: Bun.SHA256.hash(await sent.arrayBuffer(), 'hex') }]

/** Without the boundary between its fields, which is another each time that the same form is sent. */
export const sentContents = async (request: Request): Promise<Uint8Array> => {
  const text = contents.get(request)
  return text === undefined ? keepBody(request) : Buffer.from(text)
}
