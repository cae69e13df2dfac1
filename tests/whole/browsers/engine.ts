// Browsers other than Chromium, driven by what Debian has of them: Firefox by WebDriver BiDi, WebKit by its own WebDriver.

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A window of a browser with a profile of its own. Elements are known by the id that `find` returned. */
export interface Engine {
  resize(width: number, height: number): Promise<void>
  go(url: string): Promise<void>
  back(): Promise<void>
  /** Calls a function that needs nothing from around it in the page; it must return JSON. */
  evaluate<Args extends Json[], Result extends Json>(what: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** Calls such a function that returns an element, or null. */
  find<Args extends Json[]>(what: (...args: Args) => Element | null, ...args: Args): Promise<string | null>
  click(id: string): Promise<void>
  /** Replaces what a field holds. */
  type(id: string, text: string): Promise<void>
  /** Presses a key wherever the focus is. */
  press(key: Key): Promise<void>
  upload(id: string, file: string): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** As WebDriver writes keys that are no letters. */
export const KEYS = { Enter: '\uE007', Escape: '\uE00C' } as const
export type Key = keyof typeof KEYS

/** One key after another, as an action of WebDriver's, which both protocols share. */
export const keyActions = (keys: Iterable<string>) => ({
  type: 'key',
  id: 'keys',
  actions: [...keys].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
})
