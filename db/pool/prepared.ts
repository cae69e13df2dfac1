/** The driver prepares each distinct text on each connection, and neither it nor PostgreSQL ever forgets one. */
export class Prepared {
  readonly #texts = new Set<string>()
  #characters = 0

  constructor(readonly most: number) {}

  add(text: string): boolean {
    if (this.#texts.has(text)) return false
    this.#texts.add(text)
    this.#characters += text.length
    return this.#characters > this.most
  }
}
