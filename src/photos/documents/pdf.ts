import { inflate } from 'node:zlib'

export const NOT_WHOLE = 'This PDF is damaged or incomplete. Please choose it again, or print it to a new PDF.'
export const ENCRYPTED = 'This PDF is locked with a password. Please save a copy without one.'
export const NOT_JUST_PAGES =
  'This PDF has scripts, forms that send, films or files inside. Please print it to a new PDF.'
export const NOT_LOOKED_INTO = 'Parts of this PDF cannot be looked into. Please print it to a new PDF.'

const ACTS = new Set(
  ['JavaScript', 'JS', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'Rendition', 'RichMedia', 'RichMediaContent'].concat([
    'XFA',
    'GoToE',
    'GoToR',
    'ImportData',
    'SubmitForm',
    'Movie',
    'Sound',
    '3D',
    'OnInstantiate',
    'Collection',
  ]),
)
/** By chance such short names stand in compressed pictures; what they begin needs one of the long ones. */
const SHORT = new Set(['JS', '3D', 'XFA'])

/** Where an object or a stream begins. */
const MARK = /(?<=[\s\0\d])(obj)(?=[\s\0<[(/%])|(stream)(?<=[>\r\n][\s\0]*stream)(?!\w)/

const MAX_STREAMS = 50_000
const MAX_INFLATED = 16_000_000

/** Null for a PDF that shows pages and does nothing, else the sentence to tell. */
export async function wrongInPdf(file: Buffer): Promise<string | null> {
  const text = file.toString('latin1')
  if (!isWholePdf(text) || /<(!doctype|html|script|body|svg)/i.test(text.slice(0, 1024))) return NOT_WHOLE
  const parts = partsOf(text)
  if (typeof parts === 'string') return parts
  const outside = [...parts.outside]
  let left = MAX_INFLATED
  for (const packed of parts.objects) {
    const opened = await inflated(file.subarray(packed.from, packed.to), left)
    if (opened === null) return NOT_LOOKED_INTO
    left -= opened.length
    outside.push(opened.toString('latin1'))
  }
  const names = new Set<string>()
  for (const part of outside) for (const name of namesIn(part)) names.add(name)
  if (names.has('Encrypt')) return ENCRYPTED
  if (!names.has('Root') || !names.has('Pages')) return NOT_WHOLE
  const inside = parts.inside.some((part) => namesIn(part).some((name) => ACTS.has(name) && !SHORT.has(name)))
  return inside || names.values().some((name) => ACTS.has(name)) ? NOT_JUST_PAGES : null
}

/** Its head, its end, and that the table of its objects is where the end says. */
function isWholePdf(text: string): boolean {
  if (!/^%PDF-[12]\.\d/.test(text)) return false
  const end = /startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/.exec(text.slice(-2048))
  const at = Number(end?.[1])
  return at > 0 && /^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(text.slice(at, at + 40))
}

type Parts = { outside: string[]; inside: string[]; objects: { from: number; to: number }[] }

/** A reader may take an object's start or a stream's end from elsewhere than we do: what leaves room for it is refused. */
function partsOf(text: string): Parts | string {
  const parts: Parts = { outside: [], inside: [], objects: [] }
  const marks = new RegExp(`%[^\\r\\n]*|${MARK.source}[ \\t]*(?:\\r\\n|\\n|\\r)?`, 'g')
  let [object, at] = [0, 0]
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [found, isObject, isStream] = mark
    if (!isObject && !isStream) {
      if (MARK.test(`${found}\n`)) return NOT_LOOKED_INTO
    } else if (parts.inside.length + parts.objects.length > MAX_STREAMS) return NOT_LOOKED_INTO
    else if (isObject) object = marks.lastIndex
    else {
      const [from, to] = [marks.lastIndex, text.indexOf('endstream', marks.lastIndex)]
      if (to < 0) return NOT_WHOLE
      const head = text.slice(Math.max(object, at), mark.index)
      const inside = text.slice(from, to)
      if (!isBalanced(head) || /[\s\0\d]obj[\s\0<[(/%]/.test(inside)) return NOT_LOOKED_INTO
      const kind = kindOf([...namesIn(head)])
      if (kind === 'hidden') return NOT_LOOKED_INTO
      if (kind === 'packed') parts.objects.push({ from, to })
      else parts[kind].push(inside)
      parts.outside.push(text.slice(at, mark.index))
      at = to + 'endstream'.length
      marks.lastIndex = at
    }
  }
  parts.outside.push(text.slice(at))
  return parts
}

/** Objects within a stream have the key First, whether or not it says that it has some. */
function kindOf(names: string[]): 'inside' | 'outside' | 'packed' | 'hidden' {
  if (!names.includes('ObjStm') && !names.includes('First')) return 'inside'
  if (!isPlain(names)) return 'hidden'
  return names.includes('FlateDecode') || names.includes('Fl') ? 'packed' : 'outside'
}

/** Unpacked in one known way, or not packed at all. */
const isPlain = (names: string[]): boolean => {
  const ways = names.filter((name) => /Decode$|^(Fl|AHx|A85|LZW|RL|Crypt|DP|DecodeParms|Predictor)$/.test(name))
  const packed = names.includes('Filter') || names.includes('F')
  return packed ? ways.length === 1 && /^(FlateDecode|Fl)$/.test(ways[0]!) : ways.length === 0
}

/** Else the head begins within a text, and is not the stream's whole head. */
function isBalanced(head: string): boolean {
  let depth = 0
  for (const [letter] of head.matchAll(/\\[\s\S]|[()]/g)) {
    if (letter === '(') depth++
    else if (letter === ')' && --depth < 0) return false
  }
  return depth === 0
}

function* namesIn(text: string): Generator<string> {
  for (const [, name] of text.matchAll(/\/([^\s\0()<>[\]{}/%]{1,120})/g))
    yield name!.replace(/#([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

const inflated = (bytes: Buffer, most: number): Promise<Buffer | null> =>
  new Promise((done) =>
    inflate(bytes, { maxOutputLength: Math.max(1, most) }, (error, all) => done(error ? null : all)),
  )
