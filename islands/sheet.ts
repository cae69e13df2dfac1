import type { Rule, Selector, SelectorComponent, Visitor } from 'lightningcss'

/** A style sheet as its blocks. A rule names for each of its selectors the classes, elements and '#ids' without which it says nothing. */
type Block = { text: string; needs: string[][] } | { head: string; blocks: Block[] }
export type Sheet = readonly Block[]

/** Of a sheet as `lowerCss` writes it: in one line, without nested rules. */
export async function readSheet(css: string): Promise<Sheet> {
  const { transform } = await import('lightningcss')
  let sheet: Sheet = []
  const read: Visitor<never>['StyleSheet'] = ({ rules }) => {
    sheet = blocksOf(css, rules, css.length)
  }
  transform({ filename: 'all.css', code: Buffer.from(css), visitor: { StyleSheet: read } })
  return sheet
}

const blocksOf = (css: string, rules: Rule[], end: number): Block[] =>
  rules.map((rule, number) => {
    const next = rules[number + 1]
    const [from, to] = [startOf(rule), next ? startOf(next) : end]
    const text = css.slice(from, to)
    switch (rule.type) {
      case 'layer-block':
      case 'media':
      case 'supports':
      case 'container':
        return { head: text.slice(0, text.indexOf('{')), blocks: blocksOf(css, rule.value.rules, to - 1) }
      case 'style':
        return { text, needs: rule.value.selectors.flatMap(needsOf) }
      default:
        return { text, needs: [[]] }
    }
  })

function startOf(rule: Rule): number {
  const value = 'value' in rule ? rule.value : null
  if (!value || !('loc' in value) || value.loc.line > 0) throw new Error('A style sheet is read in one line')
  return value.loc.column - 1
}

/** Each way for an element to be meant. States, attributes and what must not be are not looked at. */
const needsOf = (selector: Selector): string[][] =>
  selector.map(waysOf).reduce((ways, more) => ways.flatMap((one) => more.map((other) => [...one, ...other])))

function waysOf(part: SelectorComponent): string[][] {
  if (part.type === 'class' || part.type === 'type') return [[part.name]]
  if (part.type === 'id') return [[`#${part.name}`]]
  const isOneOf = part.type === 'pseudo-class' && (part.kind === 'is' || part.kind === 'where' || part.kind === 'has')
  return isOneOf ? part.selectors.flatMap(needsOf) : [[]]
}
