import type { Sheet } from '#islands/sheet.ts'

export function rulesFor(sheet: Sheet, has: (name: string) => boolean): string {
  let [text, within] = ['', '']
  for (const block of sheet) {
    const isText = 'text' in block
    if (isText && !block.needs.some((all) => all.every(has))) continue
    const inner = isText ? block.text : rulesFor(block.blocks, has)
    if (!inner) continue
    const head = isText ? '' : `${block.head}{`
    const goesOn = within === head
    if (within && !goesOn) text += '}'
    text += goesOn ? inner : head + inner
    within = head
  }
  return within ? `${text}}` : text
}

export function namesIn(markup: string): Set<string> {
  const found = new Set<string>()
  for (const [, tag, classes, id] of markup.matchAll(/<([a-z][\w-]*)| class="([^"]*)"| id="([^"]*)"/g))
    found.add(tag ?? classes ?? `#${id}`)
  return new Set([...found].flatMap((one) => one.split(' ')))
}
