import { readFormWithFile } from '#src/http/form-with-file.ts'
import { type Typed, textsOf } from '#src/http/input.ts'
import { LARGEST } from './input.ts'
import { decodeText } from './table.ts'

export async function sentTable(request: Request, largest = LARGEST): Promise<{ typed: Typed; text: string }> {
  const { typed, file } = await readFormWithFile(request, 'file', largest)
  return { typed, text: file ? decodeText(file) : (textsOf(typed).table ?? '') }
}
