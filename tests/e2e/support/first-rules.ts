import type { Page } from '@playwright/test'

/** The least that Lighthouse tells of. */
const SHIFT = 0.001

/**
 * What is wrong with a page that was opened from elsewhere, and so brought only the rules of what it shows: the selectors
 * of further rules of its whole sheet that say something of it, and whether anything moved. Loads the whole sheet.
 */
export async function firstLoadProblems(page: Page): Promise<string[]> {
  const moved = await page.evaluate(shifted)
  await page.keyboard.press('Shift')
  await page.waitForFunction(() => {
    const name = document.querySelector<HTMLElement>('style[data-inline]')?.dataset.inline?.replace('.css', '-')
    return !name || document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href*="/${name}"]`)?.sheet
  })
  const missing = (await page.evaluate(missingRules)).map((selector) => `a first load misses ${selector}`)
  return moved < SHIFT ? missing : [...missing, `moved by ${moved}`]
}

/** As browsers count it: what moves because the window was turned or a key pressed is not unexpected. */
async function shifted(): Promise<number> {
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
  const seen = await new Promise<PerformanceEntry[]>((tell) => {
    new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => tell([]), 100)
  })
  const unexpected = (seen as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput)
  return unexpected.reduce((sum, { value }) => sum + value, 0)
}

function missingRules(): string[] {
  type Found = { selector: string; text: string }
  /** Each rule by itself, also those that stand in another. */
  const rulesOf = (rules: CSSRuleList, around = ''): Found[] =>
    [...rules].flatMap((rule) => {
      if (!(rule instanceof CSSStyleRule)) {
        if (rule instanceof CSSGroupingRule) return rulesOf(rule.cssRules, around)
        return rule instanceof CSSNestedDeclarations ? { selector: around, text: rule.style.cssText } : []
      }
      const selector = around ? rule.selectorText.replaceAll('&', `:is(${around})`) : rule.selectorText
      return [{ selector, text: rule.style.cssText }, ...rulesOf(rule.cssRules, selector)]
    })
  // What is under the finger or has the focus may be anything in a moment, and generated parts are of an element.
  const inAnyState = (selector: string): string =>
    selector
      .replace(/:not\([^()]*:(hover|active|focus)[^()]*\)/g, '')
      .replace(/(?<!:):(hover|active|focus(-visible|-within)?)\b/g, ':is(*)')
      .replace(/(^|[\s,>+~(])::/g, '$1*::')
      .replace(/::[a-z-]+(\([^()]*\))?/g, '')
  const inline = document.querySelector<HTMLStyleElement>('style[data-inline]')
  if (!inline?.sheet) return []
  const keyOf = ({ selector, text }: Found) => `${selector} { ${text} }`
  const known = new Set(rulesOf(inline.sheet.cssRules).map(keyOf))
  const name = inline.dataset.inline?.replace('.css', '-') ?? ''
  const sheets = [...document.styleSheets].filter(({ href }) => href?.includes(`/${name}`))
  return sheets
    .flatMap(({ cssRules }) => rulesOf(cssRules))
    .filter((rule) => rule.text && !known.has(keyOf(rule)))
    .filter(({ selector }) => document.querySelector(inAnyState(selector)) !== null)
    .map(keyOf)
}
