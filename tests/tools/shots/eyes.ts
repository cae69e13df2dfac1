import type { Page } from '@playwright/test'

// Each returns what is wrong, in words.

const STOPS = 'a[href]:not(.skip), button, input:not([type=hidden]), select, textarea, summary'

/** What has the focus and is covered by a bar or the raised button. */
export const underBars = (page: Page): Promise<string[]> =>
  page.evaluate((STOPS) => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const bars = [
      ...document.querySelectorAll('.bottom-bar, .bottom-bar .main .icon, .page-head, .dialog-head'),
    ].filter(
      (bar) =>
        bar.checkVisibility() && root.contains(bar) && /fixed|sticky|static/.test(getComputedStyle(bar).position),
    )
    const fixed = (bar: Element) => bar.closest('.bottom-bar') || getComputedStyle(bar).position === 'sticky'
    const problems: string[] = []
    for (const one of root.querySelectorAll<HTMLElement>(STOPS)) {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.matches(':disabled')) continue
      if (one.closest('.bottom-bar, .page-head, .dialog-head')) continue
      one.focus()
      const box = (one.closest('label') ?? one).getBoundingClientRect()
      if (box.height > innerHeight / 2) continue
      for (const bar of bars) {
        const { left, right, top, bottom } = bar.getBoundingClientRect()
        const across = Math.min(box.right, right) - Math.max(box.left, left)
        const down = Math.min(box.bottom, bottom) - Math.max(box.top, top)
        if (fixed(bar) && across > 1 && down > 1)
          problems.push(`under .${bar.getAttribute('class')} by ${Math.round(down)} px: ${one.outerHTML.slice(0, 90)}`)
      }
      if (box.bottom < 1 || box.top > innerHeight - 1) problems.push(`out of the window: ${one.outerHTML.slice(0, 90)}`)
    }
    return problems
  }, STOPS)

/** The bars that stay while the page is scrolled, when they take more than a fifth of the window's height. */
export const highBars = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight)
    const bars = [...document.querySelectorAll('body *')].flatMap((one) => {
      const { position } = getComputedStyle(one)
      const { height, width, top, bottom } = one.getBoundingClientRect()
      const stays = position === 'fixed' || (position === 'sticky' && scrollY > 0 && top <= 1)
      return stays &&
        one.checkVisibility() &&
        width > 100 &&
        bottom > 0 &&
        top < innerHeight &&
        !one.matches('#toasts, .skip, dialog')
        ? [{ height, name: `${one.localName}.${one.className} ${Math.round(width)} × ${Math.round(height)}` }]
        : []
    })
    const sum = bars.reduce((sum, { height }) => sum + height, 0)
    if (sum <= innerHeight / 5) return []
    return [`the bars are ${sum} px of ${innerHeight} high: ${bars.map(({ name }) => name).join(', ')}`]
  })

/** Links and buttons under 44 px, outside running text. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const problems: string[] = []
    for (const one of root.querySelectorAll<HTMLElement>('a[href]:not(.skip), button, summary')) {
      if (!one.checkVisibility({ visibilityProperty: true })) continue
      const block = one.parentElement?.closest(':not(span, strong, em)')
      const around = [...(block?.childNodes ?? [])].filter((node) => !node.contains(one) && node.textContent?.trim())
      const inText =
        getComputedStyle(one).display === 'inline' && around.some((node) => node.nodeType === Node.TEXT_NODE)
      // A title's link covers its whole card.
      const { width, height } = (
        one.matches('.stretched') ? (one.closest('.card') ?? one) : one
      ).getBoundingClientRect()
      if (!inText && width && (height < 43.5 || width < 43.5))
        problems.push(`${Math.round(width)} × ${Math.round(height)}: ${one.outerHTML.slice(0, 110)}`)
    }
    return problems
  })

/** What text of double size breaks. */
export const bigTextProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const problems: string[] = []
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    const name = (one: Element) => `<${one.localName}.${one.className}> ${one.textContent?.trim().slice(0, 40)}`
    const wide = document.documentElement.scrollWidth - innerWidth
    if (wide > 0) problems.push(`scrolls sideways by ${wide} px`)
    const scrolls = (one: Element | null): boolean =>
      one !== null && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement))
    for (const one of root.querySelectorAll('*')) {
      if (
        !one.checkVisibility({ visibilityProperty: true }) ||
        one.closest('.visually-hidden, svg, thead, select, input')
      )
        continue
      const style = getComputedStyle(one)
      if (style.clipPath !== 'none' || style.opacity === '0') continue
      const { left, right, width } = one.getBoundingClientRect()
      if (width && (right > innerWidth + 1 || left < -1) && !scrolls(one.parentElement))
        problems.push(`beyond the edge: ${name(one)}`)
      if (
        style.overflowX === 'hidden' &&
        one.scrollWidth > one.clientWidth + 1 &&
        !one.matches('.one-line, .file-button')
      )
        problems.push(`cut: ${name(one)}`)
      if (
        style.overflowY === 'hidden' &&
        one.scrollHeight > one.clientHeight + 2 &&
        !one.matches('.clamp, .file-button')
      )
        problems.push(`cut below: ${name(one)}`)
    }
    const inBars = document.querySelectorAll('.tabs a, .bottom-bar a, .page-head h1, .button')
    const range = document.createRange()
    for (const one of inBars) {
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode as Text
        if (!parentElement?.checkVisibility() || getComputedStyle(parentElement).clipPath !== 'none') continue
        // E-mail addresses may be too long for a line.
        if (data.includes('@')) continue
        for (const { 0: word, index } of data.matchAll(/[\p{L}]+/gu)) {
          range.setStart(texts.currentNode, index)
          range.setEnd(texts.currentNode, index + word.length)
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (tops.size > 1 && word.length < 16) problems.push(`broken word '${word}' in ${name(one)}`)
        }
      }
    }
    const items = [...document.querySelectorAll('.bottom-bar a')].filter((one) => one.checkVisibility())
    const content = (one: Element) => {
      range.selectNodeContents(one)
      return range.getBoundingClientRect()
    }
    for (const [index, one] of items.entries()) {
      if (!one.textContent?.trim()) problems.push('an item of the bar has no name')
      const next = items[index + 1]
      const label = one.querySelector('span')
      const nextLabel = next?.querySelector('span')
      if (!label || !nextLabel || getComputedStyle(label).clipPath !== 'none') continue
      if (content(label).right > content(nextLabel).left) problems.push(`labels of the bar overlap: ${name(one)}`)
    }
    return [...new Set(problems)]
  })

/** Tables of which the last buttons are beyond what is in sight. */
export const wideTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.table-box')].flatMap((box) => {
      const over = Math.round(box.firstElementChild!.getBoundingClientRect().right - box.getBoundingClientRect().right)
      return over > 0 ? [`${box.querySelector('caption')?.textContent}: ${over} px wider than its room`] : []
    }),
  )

/** Shortened cells beside a column with room to spare. */
export const wastedRoom = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.job-table table')].flatMap((table) => {
      const rows = [...table.querySelectorAll('tr:not(.load-more)')]
      const cut = rows
        .flatMap((row) => [...row.querySelectorAll('.cell, .clamp')])
        .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2)
      if (cut.length === 0) return []
      const range = document.createRange()
      const columns = rows[0]?.children.length ?? 0
      return Array.from({ length: columns }, (_, column) => {
        const free = rows.map((row) => {
          const cell = row.children[column]
          if (!cell || cut.some((one) => cell.contains(one))) return 0
          range.selectNodeContents(cell)
          const { paddingLeft, paddingRight } = getComputedStyle(cell)
          const room = cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
          return (
            room -
            Math.max(
              0,
              ...[...range.getClientRects()].map(({ width }) => width),
              ...[...cell.querySelectorAll('.badges, .row-actions, .visually-hidden')].map((one) =>
                one.matches('.visually-hidden')
                  ? 0
                  : [...one.children].reduce((sum, child) => sum + child.getBoundingClientRect().width, 0),
              ),
            )
          )
        })
        return { column, free: Math.round(Math.min(...free)) }
      })
        .filter(({ free }) => free > 12)
        .map(({ column, free }) => `column ${column} has ${free} px to spare while ${cut.length} cells are cut`)
    }),
  )

/** What has the focus, or is raised in the bar, and is covered by a toast. */
export const underToast = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toast = document.querySelector('.toast')?.getBoundingClientRect()
    if (!toast) return ['there is no message']
    const used = document.querySelectorAll(
      ':is(a, button, input, select, textarea):focus, form:focus-within .primary, .bottom-bar .main .icon',
    )
    const problems = [...used].flatMap((one) => {
      const { left, right, top, bottom, width } = one.getBoundingClientRect()
      const across = Math.min(toast.right, right) - Math.max(toast.left, left)
      const down = Math.min(toast.bottom, bottom) - Math.max(toast.top, top)
      return width && across > 1 && down > 1
        ? [`under the message by ${Math.round(down)} px: ${one.outerHTML.slice(0, 90)}`]
        : []
    })
    if (toast.top < 0 || toast.bottom > innerHeight) problems.push('the message is out of the window')
    return problems
  })

/** Messages beside photos in too narrow a column. */
export const narrowMessages = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.photo-list .field-error')]
      .map((one) => Math.round(one.getBoundingClientRect().width))
      .filter((width) => width < 200)
      .map((width) => `a photo's message is ${width} px wide`),
  )
