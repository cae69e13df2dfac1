import { Invalid } from '#src/http/errors.ts'
import { keepBody, readForm, type Typed, textsOf } from '#src/http/input.ts'
import { LARGEST } from './input.ts'
import { decodeText } from './table.ts'

export async function sentTable(request: Request, largest = LARGEST): Promise<{ typed: Typed; text: string }> {
  const body = await keepBody(request, undefined, largest)
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) {
    const typed = await readForm(request)
    return { typed, text: textsOf(typed).table ?? '' }
  }
  const form = await new Response(Uint8Array.from(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw new Invalid({ '': 'The form could not be read. Please send it again.' })
  })
  const typed: Typed = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
  const file = form.get('file')
  const isFile = file instanceof Blob && file.size > 0
  return { typed, text: isFile ? decodeText(new Uint8Array(await file.arrayBuffer())) : (textsOf(typed).table ?? '') }
}
