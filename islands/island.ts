import type { ComponentType } from 'react'
import type * as React from './react.ts'

declare const REACT: string
declare const ISLANDS: Readonly<Record<string, string>>

type Island = { default: ComponentType<object> }

// The plain form inside works until the module has loaded.
class ReactIsland extends HTMLElement {
  static observedAttributes = ['props']
  #mounted?: React.Mounted

  async connectedCallback(): Promise<void> {
    const module = ISLANDS[this.getAttribute('name') ?? '']
    if (!module || this.#mounted) return
    const fold = this.closest('details:not([open])')
    if (fold) await new Promise((open) => fold.addEventListener('toggle', open, { once: true }))
    const [{ mount }, island]: [typeof React, Island] = await Promise.all([import(REACT), import(module)])
    if (!this.isConnected || this.#mounted) return
    this.#mounted = mount(this, island.default, this.#props())
    this.dispatchEvent(new CustomEvent('island:ready', { bubbles: true }))
  }

  disconnectedCallback(): void {
    // Without moveBefore a move disconnects and connects again in one task: the state is kept.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#mounted?.unmount()
      this.#mounted = undefined
    })
  }

  connectedMoveCallback(): void {}

  attributeChangedCallback(): void {
    this.#mounted?.render(this.#props())
  }

  #props(): object {
    return JSON.parse(this.getAttribute('props') ?? '{}')
  }
}

// Older browsers than Fettle is made for keep the plain form, as they keep the page without scripts.
if ('with' in Array.prototype) customElements.define('react-island', ReactIsland)
