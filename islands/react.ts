import { type ComponentType, createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

export type Mounted = { render(props: object): void; unmount(): void }

export function mount(host: Element, component: ComponentType<object>, props: object): Mounted {
  const root = createRoot(host)
  // Synchronously: listeners to 'island:ready' look for the component's inputs.
  flushSync(() => root.render(createElement(component, props)))
  return { render: (next) => root.render(createElement(component, next)), unmount: () => root.unmount() }
}
