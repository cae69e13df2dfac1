import { toastOf as sentToast } from '#tests/support/answers.ts'

// Reads a screen as its user does: what it says, where its links lead, what its fields are called, what its buttons ask.

type Part = { tag: string; attributes: Record<string, string>; text: string }

export type Screen = {
  status: number
  /** Where a redirect leads. */
  location: string | null
  parts: Part[]
  /** Everything that is written on it, in one line. */
  words: string
  html: string
}

/** One thing that a screen must have. A text stands for its words. */
export type Item = string | { is: string; on: (screen: Screen) => boolean }

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const decoded = (text: string) => text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name]!)
const tidy = (text: string) =>
  decoded(text)
    .replace(/\s+/g, ' ')
    .replace(/ ([,.:)])/g, '$1')
    .trim()

function partsOf(html: string): Part[] {
  const parts: Part[] = []
  const open = new Set<Part>()
  new HTMLRewriter()
    .on('*', {
      element(element) {
        const attributes = Object.fromEntries([...element.attributes].map(([name, value]) => [name, decoded(value)]))
        const part = { tag: element.tagName, attributes, text: '' }
        parts.push(part)
        for (const around of open) around.text += ' '
        if (!element.canHaveContent) return
        open.add(part)
        element.onEndTag(() => {
          open.delete(part)
          for (const around of open) around.text += ' '
        })
      },
      text(chunk) {
        for (const part of open) part.text += chunk.text
      },
    })
    .transform(html)
  return parts.map((part) => ({ ...part, text: tidy(part.text) }))
}

/** What an answer shows: a page, or the part that htmx asked for. */
export async function read(answer: Response | Promise<Response>): Promise<Screen> {
  const response = await answer
  const html = await response.text()
  const parts = partsOf(html)
  const words = parts.find(({ tag }) => tag === 'body')?.text ?? tidy(html.replace(/<[^>]*>/g, ' '))
  return { status: response.status, location: response.headers.get('location'), parts, words, html }
}

/** The items that a screen lacks; [] when it has them all. */
export const lacks = (screen: Screen, ...items: Item[]): string[] =>
  items.filter((item) => !has(screen, item)).map((item) => (typeof item === 'string' ? item : item.is))

/** The items that a screen has; [] when it has none of them. */
export const shows = (screen: Screen, ...items: Item[]): string[] =>
  items.filter((item) => has(screen, item)).map((item) => (typeof item === 'string' ? item : item.is))

const has = (screen: Screen, item: Item) => (typeof item === 'string' ? screen.words.includes(item) : item.on(screen))

const nameOf = ({ attributes, text }: Part) => attributes['aria-label'] ?? text
const matches = (value: string | undefined, wanted: string | RegExp) =>
  value !== undefined && (typeof wanted === 'string' ? value === wanted : wanted.test(value))
const item = (is: string, on: (screen: Screen) => boolean): Item => ({ is, on })
const some = (is: string, one: (part: Part) => boolean): Item => item(is, ({ parts }) => parts.some(one))

/** The first heading: the page's name. */
export const headingOf = (screen: Screen): string => screen.parts.find(({ tag }) => tag === 'h1')?.text ?? ''

export const heading = (text: string): Item =>
  some(`heading ${text}`, (part) => /^h[1-4]$/.test(part.tag) && part.text === text)

/** A link by what it is called and where it leads. */
export const link = (name: string, href: string | RegExp): Item =>
  some(`link ${name} to ${href}`, (part) => {
    const called = part.text.includes(name) || nameOf(part).includes(name)
    return part.tag === 'a' && called && matches(part.attributes.href, href)
  })

/** A link that opens in the dialog where there is JavaScript. */
export const opens = (name: string, href: string | RegExp): Item =>
  some(`dialog ${name} at ${href}`, (part) => {
    const called = part.text.includes(name) || nameOf(part).includes(name)
    return part.tag === 'a' && called && matches(part.attributes.href, href) && 'data-dialog' in part.attributes
  })

/** A button by its name, and what it says while it sends. */
export const button = (name: string, busy?: string): Item =>
  some(`button ${name}${busy ? `, ${busy}` : ''}`, (part) => {
    const called = part.text === name || nameOf(part) === name
    return part.tag === 'button' && called && (busy === undefined || part.attributes['data-busy-label'] === busy)
  })

type Control = { is?: 'input' | 'textarea' | 'select' } & Partial<
  Record<'type' | 'value' | 'placeholder' | 'step' | 'checked', string>
>

/** A control by its label, and what it is. */
export const field = (label: string, { is = 'input', ...wanted }: Control = {}): Item =>
  item(`field ${label} (${[is, ...Object.values(wanted)].join(' ')})`, ({ parts }) => {
    const labels = parts.filter(({ tag, text }) => tag === 'label' && text === label)
    return parts.some(
      (part) =>
        part.tag === is &&
        (part.attributes['aria-label'] === label ||
          labels.some(({ attributes }) => !attributes.for || attributes.for === part.attributes.id)) &&
        Object.entries(wanted).every(([name, value]) => part.attributes[name] === value),
    )
  })

/** The choices of a select, in their order; the chosen one has a star. */
export const choices = (...options: string[]): Item =>
  item(`choices ${options.join(', ')}`, ({ parts }) => {
    const all = parts
      .filter(({ tag }) => tag === 'option')
      .map(({ text, attributes }) => ('selected' in attributes ? `${text}*` : text))
    return all.join().includes(options.join())
  })

/** The question before something is done, and the words on the button that does it. */
export const question = (text: string, confirm: string): Item =>
  some(
    `question ${text} (${confirm})`,
    ({ attributes }) => attributes['data-confirm-text'] === text && attributes['data-confirm-action'] === confirm,
  )

export const badge = (text: string, tone: string): Item =>
  some(`${tone} badge ${text}`, (part) => part.text === text && part.attributes.class === `badge ${tone}`)

/** A row of a table by what its first cell says. */
export const row = (text: string): Item =>
  some(`row ${text}`, (part) => part.attributes.scope === 'row' && part.text.includes(text))

/** A cell of a table under its column's heading. */
export const cell = (label: string, text: string): Item =>
  some(`${label}: ${text}`, (part) => part.attributes['data-label'] === label && part.text.includes(text))

/** A figure and its name, and what it counts where that is said. */
export const stat = (label: string, value: string | number, note = ''): Item =>
  some(
    `figure ${label} ${value} ${note}`,
    ({ attributes, text }) => attributes.class === 'stat' && text === `${value} ${label} ${note}`.trim(),
  )

/** A tab with its count; the open one has a star. */
export const tab = (label: string, count?: number): Item =>
  some(`tab ${label} ${count ?? ''}`, ({ tag, attributes, text }) => {
    const open = attributes['aria-current'] === 'page' ? '*' : ''
    return (
      tag === 'a' &&
      `${text}${open}` ===
        [label.replace('*', ''), count].filter((one) => one !== undefined).join(' ') + (label.endsWith('*') ? '*' : '')
    )
  })

/** A thumbnail that opens its photo large in a new tab. */
export const photo = (path: string): Item =>
  item(`photo ${path}`, ({ parts }) => {
    const shown = parts.some(({ tag, attributes }) => tag === 'img' && attributes.src?.startsWith(`${path}?w=`))
    return shown && parts.some(({ attributes }) => attributes.href === path && attributes.target === '_blank')
  })

/** A button that copies a text and then says what it copied. */
export const copies = (text: string, what: string): Item =>
  some(
    `copy button of ${text} (${what})`,
    ({ attributes }) => attributes['data-copy'] === text && attributes['data-copy-what'] === what,
  )

/** A search box by its placeholder, and the list it narrows while one types. */
export const search = (placeholder: string, narrows?: string): Item =>
  some(
    `search ${placeholder}`,
    ({ attributes }) =>
      attributes.type === 'search' && attributes.placeholder === placeholder && attributes['data-narrow'] === narrows,
  )

/** The message that an answer brings, however it brings it: 'Title / text', with a ! before a destructive one. */
export async function toastOf(answer: Response | Promise<Response>): Promise<string> {
  const response = await answer
  const said = (toast: { title: string; text?: string; kind?: string }) =>
    `${toast.kind === 'destructive' ? '! ' : ''}${toast.title} / ${toast.text ?? ''}`
  const sent = sentToast(response)
  if (sent) return said(sent)
  const { parts } = await read(response)
  const toast = parts.find(({ attributes }) => /^toast( |$)/.test(attributes.class ?? ''))
  if (!toast) return ''
  const title = parts.find(({ attributes }) => attributes.class === 'toast-title')?.text ?? ''
  const kind = toast.attributes.role === 'alert' ? 'destructive' : undefined
  return said({ title, text: toast.text.slice(title.length).trim(), kind })
}
