/** `needs` has, for each selector of a rule, the classes and elements without which it matches nothing. */
type Block = { text: string } | { head: string; needs: readonly (readonly string[])[]; blocks: readonly Block[] }
export type Sheet = readonly Block[]

const IN_BLOCKS = /^@(layer|media|supports|container)\b/

export function parseSheet(css: string): Sheet {
  return piecesOf(css).map((piece): Block => {
    const at = piece.indexOf('{')
    const head = piece.slice(0, at)
    if (!piece.endsWith('}') || (head.startsWith('@') && !IN_BLOCKS.test(head))) return { text: piece }
    return { head, needs: needsOf(head), blocks: parseSheet(piece.slice(at + 1, -1)) }
  })
}

function piecesOf(css: string): string[] {
  const pieces: string[] = []
  let [depth, start] = [0, 0]
  for (const { 0: mark, index } of css.matchAll(/"[^"]*"|[{};]/g)) {
    if (mark === '{') depth++
    if (mark === '}') depth--
    if (depth > 0 || mark.startsWith('"') || mark === '{') continue
    pieces.push(css.slice(start, index + 1))
    start = index + 1
  }
  return start < css.length ? [...pieces, css.slice(start)] : pieces
}

/** What stands in brackets may be one of many, or must not be: it is not looked at, nor are states, ids and attributes. */
function needsOf(selectors: string): string[][] {
  if (selectors.startsWith('@')) return [[]]
  let bare = selectors.replace(/\[[^\]]*\]/g, '')
  while (/\([^()]*\)/.test(bare)) bare = bare.replace(/\([^()]*\)/g, '')
  return bare.split(',').map((one) => one.replace(/(::?|#)[\w-]+/g, '').match(/[a-z][\w-]*/gi) ?? [])
}

export function rulesFor(sheet: Sheet, has: (name: string) => boolean): string {
  let [text, within] = ['', '']
  for (const block of sheet) {
    const isText = 'text' in block
    if (!isText && !block.needs.some((all) => all.every(has))) continue
    const inner = isText ? block.text : rulesFor(block.blocks, has)
    if (!inner) continue
    const head = isText ? '' : `${block.head}{`
    const goesOn = within === head && head.startsWith('@')
    if (within && !goesOn) text += '}'
    text += goesOn ? inner : head + inner
    within = head
  }
  return within ? `${text}}` : text
}

export function namesIn(markup: string): Set<string> {
  const found = new Set<string>()
  for (const [, tag, classes] of markup.matchAll(/<([a-z][\w-]*)| class="([^"]*)"/g)) found.add(tag ?? classes!)
  return new Set([...found].flatMap((one) => one.split(' ')))
}
