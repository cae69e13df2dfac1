import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

// Less than half of what axe.source has, which each page is sent and reads.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = []
    const root = document.querySelector('dialog[open]') ?? document.body
    const name = (one: Element) => {
      const words = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)
      return `<${one.localName}${one.className && typeof one.className === 'string' ? `.${one.className.split(' ').join('.')}` : ''}> ${words}`
    }
    const wide = document.documentElement.scrollWidth - document.documentElement.offsetWidth
    if (wide > 0) problems.push(`scrolls sideways by ${wide} px`)
    const shown = [...root.querySelectorAll<HTMLElement>('*')].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.visually-hidden, svg, thead'),
    )
    const scrollsSideways = (one: Element | null): boolean =>
      one !== null && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrollsSideways(one.parentElement))
    // These are shortened on purpose, with an ellipsis.
    const shortened = '.clamp, .cell, .one-line, select, .file-button, input, .skip, .activity'
    for (const one of shown) {
      const { left, right, width } = one.getBoundingClientRect()
      if (width && (right > innerWidth + 1 || left < -1) && !scrollsSideways(one.parentElement))
        problems.push(`beyond the edge: ${name(one)}`)
      const { overflowX, overflowY } = getComputedStyle(one)
      if (one.closest(shortened) || getComputedStyle(one).clipPath !== 'none') continue
      if (overflowX === 'hidden' && one.scrollWidth > one.clientWidth + 1) problems.push(`cut: ${name(one)}`)
      if (overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 2) problems.push(`cut below: ${name(one)}`)
      if (overflowX === 'auto' && one.scrollWidth > one.clientWidth + 1) problems.push(`scrolls: ${name(one)}`)
    }

    // A word stands on one line; e-mail addresses may be too long.
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let words = 0; texts.nextNode() && words < 3000; ) {
      const { data, parentElement } = texts.currentNode as Text
      if (
        !parentElement?.checkVisibility({ visibilityProperty: true }) ||
        parentElement.closest('.visually-hidden, thead')
      )
        continue
      for (const { 0: word, index } of data.matchAll(/[\p{L}\p{N}£.,]+/gu)) {
        words++
        if (word.length > 18 || parentElement.textContent.includes('@')) continue
        range.setStart(texts.currentNode, index)
        range.setEnd(texts.currentNode, index + word.length)
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (tops.size > 1) problems.push(`broken word '${word}' in ${name(parentElement)}`)
      }
    }

    const touch = matchMedia('(pointer: coarse)').matches
    const pressed = shown.filter((one) =>
      one.matches('a[href]:not(.skip), button, summary, select, input:not([type=hidden])'),
    )
    const boxes = pressed.map((one) => ({ one, box: one.getBoundingClientRect() })).filter(({ box }) => box.width)
    const onTop = (one: Element) =>
      one.closest('.bottom-bar, .page-head, .dialog-head, #toasts, .toast, .top-menu, .tick-bar')
    for (const [index, { one, box }] of boxes.entries()) {
      const inText = getComputedStyle(one).display === 'inline'
      const target = one.matches('input[type=checkbox]') ? (one.closest('label') ?? one) : one
      const size = target.getBoundingClientRect()
      if (touch && !inText && !one.closest('.file-button') && (size.height < 43.5 || size.width < 43.5))
        problems.push(`small for a thumb (${Math.round(size.width)} × ${Math.round(size.height)}): ${name(one)}`)
      for (const other of boxes.slice(index + 1)) {
        if (one.contains(other.one) || other.one.contains(one) || onTop(one) !== onTop(other.one)) continue
        if (one.closest('.input-group') && one.closest('.input-group') === other.one.closest('.input-group')) continue
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        if (across > 2 && down > 2) problems.push(`overlap: ${name(one)} and ${name(other.one)}`)
      }
    }
    return [...new Set(problems)]
  })
}

/** What axe finds: every rule in light, the contrast alone in dark. */
export async function axeProblems(page: Page, scheme: 'light' | 'dark'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const problems = await page.evaluate(async (scheme) => {
    const { violations } = await window.axe.run({
      // Writing down what is right takes longer than looking.
      resultTypes: ['violations'],
      ...(scheme === 'dark' ? { runOnly: ['color-contrast'] } : { rules: { 'target-size': { enabled: true } } }),
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    )
  }, scheme)
  return problems.map((problem) => `axe ${problem} (${page.url()})`)
}
