import { type ComponentType, createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

// All that islands and their views take of React: they are built without it, so that it comes once.
export { Fragment, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
export { jsx, jsxs } from 'react/jsx-runtime'
export { flushSync } from 'react-dom'

export type Mounted = { render(props: object): void; unmount(): void }

export function mount(host: Element, component: ComponentType<object>, props: object): Mounted {
  const root = createRoot(host)
  // Synchronously: listeners to 'island:ready' look for the component's inputs.
  flushSync(() => root.render(createElement(component, props)))
  return { render: (next) => root.render(createElement(component, next)), unmount: () => root.unmount() }
}
