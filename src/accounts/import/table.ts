export type Table = { header: string[]; rows: { line: number; cells: string[] }[] }

/** UTF-8, UTF-16 with or without a mark, or the Windows letters of an older Excel; else what `isText` refuses. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  const text = decoded(encoding, bytes)
  return text ?? (encoding === 'utf-8' ? new TextDecoder('windows-1252').decode(bytes) : '\0')
}

/** Names of columns and what separates them are ASCII: in UTF-16 every other byte of theirs is 0. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2]!++
  const [atEven = 0, atOdd = 0] = zeros
  if (atEven + atOdd === 0) return 'utf-8'
  return atOdd > atEven ? 'utf-16le' : 'utf-16be'
}

function decoded(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Controls and U+FFFD stand in a text that was read in another encoding than it was written in. */
export const isText = (text: string): boolean => !/[^\P{Cc}\t\n\v\f\r\u007f-\u009f]|\ufffd/u.test(text)

const NO_TEXT = 'This cannot be read as text. Please save it as CSV (UTF-8)'

/** Separated by commas, semicolons or tabs, whichever the first line has most; cells may be quoted. */
export function tableIn(given: string): Table | { problem: string } {
  if (!isText(given)) return { problem: NO_TEXT }
  const text = given
    .toWellFormed()
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
  const separator = separatorOf(text)
  const lines: Table['rows'] = []
  let [line, began, cells, cell, quoted] = [1, 1, [] as string[], '', false]
  const endLine = () => {
    cells.push(cell.trim())
    if (cells.some(Boolean)) lines.push({ line: began, cells })
    ;[cells, cell, began] = [[], '', line + 1]
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') cell += text[++at]
      else quoted = false
    } else if (letter === '"' && cell.trim() === '') {
      ;[quoted, cell] = [true, '']
    } else if (letter === separator) {
      cells.push(cell.trim())
      cell = ''
    } else if (letter === '\n') endLine()
    else cell += letter
    if (letter === '\n') line++
  }
  if (quoted) return { problem: `A quotation mark in the row that begins in line ${began} is never closed.` }
  endLine()
  const [header, ...rows] = lines
  return header ? { header: header.cells, rows } : { problem: 'Please paste a table or choose a file' }
}

export const namelessCells = ({ header, rows }: Table): string[] =>
  rows
    .filter(({ cells }) => cells.some((cell, index) => cell && !header[index]))
    .map(({ line }) => `Line ${line} has more cells than there are names of columns: quote a cell that has commas.`)

function separatorOf(text: string): string {
  const first = text
    .trimStart()
    .split('\n', 1)[0]!
    .replace(/"[^"]*"/g, '')
  const count = (separator: string) => first.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}
