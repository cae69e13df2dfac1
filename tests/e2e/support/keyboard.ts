import type { Page } from '@playwright/test'

const STOPS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'

/** An island takes the place of its plain form, and what was listed of that would never be reached. Folded away it waits. */
export const islandsStand = (page: Page) =>
  page.waitForFunction(
    () =>
      [...document.querySelectorAll('react-island')].every(
        (one) => !one.checkVisibility() || Object.keys(one).some((key) => key.startsWith('__reactContainer')),
      ),
    undefined,
    // A browser on a busy machine may draw no frame while nothing changes.
    { polling: 20 },
  )

/**
 * Goes round a page, or an open dialog, by Tab alone. Returns what is wrong: what Tab does not reach, what does not show
 * that it has the focus, what has it under the bar at the foot.
 */
export async function tabRound(page: Page, within = 'body'): Promise<string[]> {
  await islandsStand(page)
  // What comes when somebody scrolls to it would come in the middle of the round.
  await page.evaluate(() => document.querySelector('[hx-trigger=revealed]')?.scrollIntoView())
  await page.waitForFunction(() => !document.querySelector('[hx-trigger=revealed]'), undefined, { polling: 20 })
  await page.evaluate(
    ({ STOPS, within }) => {
      const visible = (one: Element) => one.checkVisibility({ visibilityProperty: true })
      const stops = [...document.querySelectorAll<HTMLInputElement>(`${within} :is(${STOPS})`)].filter(
        (one) => visible(one) && !one.disabled && one.tabIndex >= 0 && (within !== 'body' || !one.closest('dialog')),
      )
      const problems: string[] = []
      const left = new Set<Element>(stops)
      const name = (one: Element) => one.outerHTML.slice(0, 120)
      document.addEventListener('focusin', ({ target }) => {
        const one = target as HTMLElement
        if (!left.delete(one)) return
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
        const shown = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
        const group = one.closest('.input-group, .card')
        if (!shown && (!group || getComputedStyle(group).outlineStyle === 'none'))
          problems.push(`does not show its focus: ${name(one)}`)
        const bar = document.querySelector('.bottom-bar')
        // An open dialog stands above the bar.
        if (
          bar &&
          within === 'body' &&
          !bar.contains(one) &&
          visible(bar) &&
          one.getBoundingClientRect().top >= bar.getBoundingClientRect().top
        )
          problems.push(`has the focus under the bar: ${name(one)}`)
      })
      Object.assign(window, { left, problems, leftNames: () => [...left].map(name) })
    },
    { STOPS, within },
  )
  type Round = { left: Set<Element>; problems: string[]; leftNames(): string[] }
  const left = () => page.evaluate(() => (window as unknown as Round).left.size)
  const all = await left()
  // A day has stops of its own for its day, month, year and calendar.
  const withinDays = 3 * (await page.locator(`${within} input[type=date]:visible`).count())
  for (let i = 0; i < all + withinDays + 5; i++) {
    await page.keyboard.press('Tab')
    if (i >= all - 1 && (await left()) === 0) break
  }
  return page.evaluate(() => {
    const { problems, leftNames } = window as unknown as Round
    return [...problems, ...leftNames().map((one) => `not reached by Tab: ${one}`)]
  })
}
