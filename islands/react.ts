import { type ComponentType, createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

export type Mounted = { render(props: object): void; unmount(): void }

/** Puts a component in the place of `host`'s children, and gives the handle to feed it new props or take it away. */
export function mount(host: Element, component: ComponentType<object>, props: object): Mounted {
  const root = createRoot(host)
  // At once: what listens for 'island:ready' must find the component's inputs.
  flushSync(() => root.render(createElement(component, props)))
  return { render: (next) => root.render(createElement(component, next)), unmount: () => root.unmount() }
}
