export type Table = { header: string[]; rows: { line: number; cells: string[] }[] }

/** What a spreadsheet saves: UTF-8, or the Windows letters of an older Excel. */
export function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Separated by commas, semicolons or tabs, whichever the first line has most; cells may be quoted. */
export function tableIn(given: string): Table | { problem: string } {
  const text = given
    .toWellFormed()
    .replace(/^\ufeff|\0/g, '')
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

function separatorOf(text: string): string {
  const first = text
    .trimStart()
    .split('\n', 1)[0]!
    .replace(/"[^"]*"/g, '')
  const count = (separator: string) => first.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}
