/** A style sheet as its blocks. A rule has a list of classes for each of its selectors, which says nothing of a page that misses one. */
type Block = { text: string; needs: readonly (readonly string[])[] } | { head: string; blocks: readonly Block[] }
export type Sheet = readonly Block[]

/** Classes that scripts give to what they make. */
const OF_SCRIPTS = [
  ...['toast', 'toast-title', 'destructive', 'high', 'tooltip', 'loading', 'spinner', 'icon', 'htmx-request'],
  ...['button', 'quiet', 'danger', 'primary'],
]

export function parseSheet(css: string): Sheet {
  return piecesOf(css).map((piece): Block => {
    const at = piece.indexOf('{')
    const head = at < 0 ? piece : piece.slice(0, at)
    if (at >= 0 && /^@(layer|media|supports|container)\b/.test(head))
      return { head, blocks: parseSheet(piece.slice(at + 1, -1)) }
    return { text: piece, needs: needsOf(head) }
  })
}

/** What stands side by side: rules with their braces, and statements. */
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
  return pieces
}

/** What stands in brackets may be one of many, or must not be: it is not looked at. */
function needsOf(selectors: string): string[][] {
  if (selectors.startsWith('@')) return [[]]
  let bare = selectors
  while (/\([^()]*\)/.test(bare)) bare = bare.replace(/\([^()]*\)/g, '')
  return bare.split(',').map((one) => Array.from(one.matchAll(/\.([a-z][\w-]*)/gi), ([, name]) => name!))
}

/** The rules of which a page with these classes may have something, in their order. */
export function rulesFor(sheet: Sheet, classes: ReadonlySet<string>): string {
  let [text, within] = ['', '']
  for (const block of sheet) {
    const isRule = 'text' in block
    if (isRule && !block.needs.some((all) => all.every((name) => classes.has(name)))) continue
    const inner = isRule ? block.text : rulesFor(block.blocks, classes)
    if (!inner) continue
    const head = isRule ? '' : `${block.head}{`
    // Blocks of the same layer are written as one.
    if (within && within !== head) text += '}'
    text += within === head ? inner : head + inner
    within = head
  }
  return within ? `${text}}` : text
}

export function classesIn(markup: string): Set<string> {
  const all = new Set(Array.from(markup.matchAll(/ class="([^"]*)"/g), ([, value]) => value!))
  return new Set([...OF_SCRIPTS, ...[...all].flatMap((value) => value.split(' '))])
}
