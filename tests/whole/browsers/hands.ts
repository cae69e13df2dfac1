import { isReady } from '#tests/e2e/support/ready.ts'
import type { Engine, Json, Key } from './engine.ts'

const PATIENCE = 30_000
/** What engines say when nothing was done yet, as the page has something else there now. */
const NOT_DONE = /stale|no such|intercepted|not interactable|out of bounds/

/** What somebody does in a browser: everything by the words that stand on the page, each act as soon as it can be done. */
export class Hands {
  constructor(
    readonly engine: Engine,
    readonly url: string,
  ) {}

  go = (path: string) => this.engine.go(`${this.url}${path}`)
  key = (key: Key) => this.#ready().then(() => this.engine.press(key))

  /** Presses the link, button or label whose words begin so, in the open dialog if there is one, of one item if that is said. */
  press = (words: string, item = '') => this.#act('press', words, item, (id) => this.engine.click(id))
  /** Types into a field; in a list this chooses what begins so. */
  fill = (label: string, text: string) => this.#act('field', label, '', (id) => this.engine.type(id, text))
  upload = (label: string, file: string) => this.#act('field', label, '', (id) => this.engine.upload(id, file))

  async sees(...words: string[]): Promise<void> {
    for (const word of words)
      await this.#try(`'${word}' is seen`, async () => (await this.engine.evaluate(shown)).includes(word))
  }

  async lacks(word: string): Promise<void> {
    const there = await this.engine.evaluate(shown)
    if (there.includes(word)) throw new Error(`'${word}' is seen. There was\n${there}`)
  }

  isAt = (path: string) => this.until(`it is at ${path}`, (path) => location.pathname === path, path)

  /** Calls a function in the page until it returns true. */
  async until<Args extends Json[]>(what: string, fn: (...args: Args) => boolean, ...args: Args): Promise<void> {
    await this.#try(what, () => this.engine.evaluate(fn, ...args))
  }

  #ready = () => this.until('scripts have run', isReady)

  async #act(kind: 'press' | 'field', words: string, item: string, act: (id: string) => Promise<void>): Promise<void> {
    await this.#try(`'${words}' can be used`, async () => {
      await this.#ready()
      const id = await this.engine.find(named, kind, words, item)
      if (id === null) return false
      await act(id).catch((error) => {
        throw NOT_DONE.test(error.message) ? error : new NotKnown(error.message)
      })
      return true
    })
  }

  /** Tries until it is true; a page that is just left, or shows something else now, is looked at again. */
  async #try(what: string, tried: () => Promise<boolean>): Promise<void> {
    let complaint: unknown
    for (const end = Date.now() + PATIENCE; Date.now() < end; await Bun.sleep(30)) {
      try {
        if (await tried()) return
        complaint = undefined
      } catch (error) {
        complaint = error
        if (error instanceof NotKnown) break
      }
    }
    const there = await this.engine.evaluate(shown).catch(String)
    throw new Error(`Never: ${what}${complaint ? ` (${complaint})` : ''}. There was\n${there.slice(0, 1500)}`)
  }
}

/** Where the page is and what can be read on it. */
// biome-ignore lint/performance/useDomNodeTextContent: what is hidden cannot be read
const shown = () => `${location.pathname}${location.search}\n${document.body.innerText}`

/** Nobody knows whether it was done: to do it again might do it twice. */
class NotKnown extends Error {}

/** The control of these words, in the middle of the window, where no bar covers it; null while a message lies over it. */
function named(kind: 'press' | 'field', words: string, item: string): Element | null {
  const said = (element: Element) => (element.ariaLabel ?? element.textContent ?? '').replace(/\s+/g, ' ').trim()
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const items = [...place.querySelectorAll('li.card, tbody tr')]
  const places = item ? items.filter(({ textContent }) => textContent?.includes(item)) : [place]
  const namesOf = (element: Element) =>
    kind === 'press' || element.ariaLabel
      ? [said(element)]
      : [...((element as HTMLInputElement).labels ?? [])].map(said)
  const selector = kind === 'press' ? 'a, button, summary, label' : 'input, select, textarea'
  const usable = places
    .flatMap((around) => [...around.querySelectorAll(`:is(${selector}):enabled, a, summary, label`)])
    .filter((element) => element.matches(selector) && element.checkVisibility())
  const found =
    usable.find((element) => namesOf(element).includes(words)) ??
    usable.find((element) => namesOf(element).some((name) => name.startsWith(words)))
  if (!found) return null
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = found.getBoundingClientRect()
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  return kind === 'field' || found.contains(top) ? found : null
}
