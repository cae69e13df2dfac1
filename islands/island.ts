import type { ComponentType } from 'react'
import type { Mounted } from './react.ts'

type Island = { default: ComponentType<never> }

const modules: Record<string, () => Promise<Island>> = {
  'job-completion': () => import('./job-completion.tsx'),
  'job-photos': () => import('./job-photos.tsx'),
  'account-generator': () => import('./account-generator.tsx'),
}

// The plain form inside works until the module has loaded.
class ReactIsland extends HTMLElement {
  static observedAttributes = ['props']
  #mounted?: Mounted

  async connectedCallback(): Promise<void> {
    const load = modules[this.getAttribute('name') ?? '']
    if (!load || this.#mounted) return
    const fold = this.closest('details:not([open])')
    if (fold) await new Promise((open) => fold.addEventListener('toggle', open, { once: true }))
    const [{ mount }, island] = await Promise.all([import('./react.ts'), load()])
    if (!this.isConnected || this.#mounted) return
    this.#mounted = mount(this, island.default as ComponentType<object>, this.#props())
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

customElements.define('react-island', ReactIsland)
