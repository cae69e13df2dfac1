import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { ErrorObject, ValidateFunction } from 'ajv'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { app } from '#src/app.ts'
import { documentOf } from '#src/openapi/document.ts'

// Every answer of the API that a test gets is held against the API's document: the call, its status, its headers and
// what its JSON has in it. What the document does not say fails the test.

type Reference = { $ref?: string }
type Answer = Reference & { headers?: Record<string, Reference & { required?: boolean }>; content?: object }
type Operation = { operationId: string; responses: Record<string, Answer> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

export const document = documentOf(app.routes) as Document

const ROOT = 'https://fettle.example/openapi.json'
// Fields of a TypeBox object are required unless it says otherwise, so `required` may name what another part defines.
const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, validateSchema: false })
addFormats.default(ajv)
for (const name of ['example', 'openapi', 'info', 'servers', 'tags', 'paths', 'components']) ajv.addKeyword(name)
ajv.addSchema({ $id: ROOT, ...document })

const PATHS = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}))
// A path without a name in it before one that has.
PATHS.sort((a, b) => a.path.split('{').length - b.path.split('{').length)

/** What a reference within the document stands for. */
export function resolved<Part extends Reference>(part: Part): Part {
  if (part.$ref === undefined) return part
  return resolved(
    part.$ref
      .slice(2)
      .split('/')
      .reduce((at: object, name) => at[name as never], document) as Part,
  )
}

/** The document's operation and where it stands there; undefined where it has none. */
export function operationAt(method: string, pathname: string): { operation: Operation; place: string } | undefined {
  const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase()
  const known = PATHS.find(({ path, pattern }) => pattern.test(pathname) && document.paths[path]![verb])
  if (!known) return undefined
  return { operation: document.paths[known.path]![verb]!, place: `paths/${pointer(known.path)}/${verb}` }
}

export const pointer = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

const compiled = new Map<string, ValidateFunction>()
export function validatorAt(place: string): ValidateFunction {
  const validate = compiled.get(place) ?? ajv.getSchema(`${ROOT}#/${place}`)
  if (!validate) throw new Error(`The document has nothing at ${place}`)
  compiled.set(place, validate)
  return validate
}

const problemsOf = (errors: ErrorObject[] | null | undefined): string =>
  (errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`)
    .join('; ')

const isOfApi = (pathname: string) => /^\/(api|objects)\//.test(pathname)

const NOTHING_THERE = '#/components/responses/Refused404'

/** Throws when an answer is not one that the document has. Returns the answer, to be read. */
export async function held({ method, url }: Request, answer: Response): Promise<Response> {
  const { pathname } = new URL(url)
  if (!isOfApi(pathname)) return answer
  const { status, headers } = answer
  const found = operationAt(method, pathname)
  const said = `${method} ${pathname} (${found?.operation.operationId ?? 'no call of the document'}) answered ${status}`
  const listed = found ? found.operation.responses[status] : { $ref: status === 404 ? NOTHING_THERE : undefined }
  if (!listed || (!found && status !== 404)) throw new Error(`${said}, which the document does not list`)
  const { headers: promised = {}, content = {} } = resolved(listed)
  for (const [name, header] of Object.entries(promised))
    if (resolved(header).required && !headers.has(name)) throw new Error(`${said} without ${name}`)
  if (method === 'HEAD') return answer
  const [type = '', charset] = (headers.get('content-type') ?? '').split(';')
  if (!type && Object.keys(content).length === 0) return answer
  if (!Object.hasOwn(content, type)) throw new Error(`${said} as "${type}", which the document does not list`)
  if (!/json$/.test(type)) return answer
  const at = listed.$ref?.slice(2) ?? `${found!.place}/responses/${status}`
  const validate = validatorAt(`${at}/content/${pointer(type)}/schema`)
  const judge = (text: string) => {
    if (!validate(JSON.parse(text)))
      throw new Error(`${said} with what the document does not say: ${problemsOf(validate.errors)}`)
  }
  // What is streamed names no charset. Reading it here would read it before the test does.
  if (type === 'application/json' && !charset) return judgedAtItsEnd(answer, judge)
  judge(await textOf(answer.clone()))
  return answer
}

function judgedAtItsEnd(answer: Response, judge: (text: string) => void): Response {
  const decoder = new TextDecoder()
  let text = ''
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      text += decoder.decode(part, { stream: true })
      controller.enqueue(part)
    },
    flush: () => judge(text),
  })
  return new Response(answer.body!.pipeThrough(passing), answer)
}

const DECODERS: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

async function textOf(answer: Response): Promise<string> {
  const bytes = await answer.bytes()
  const decode = DECODERS[answer.headers.get('content-encoding') ?? '']
  return new TextDecoder().decode(decode ? decode(bytes) : bytes)
}
