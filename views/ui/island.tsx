import { createElement, type ReactNode } from 'react'

type IslandProps = {
  /** The module under islands/: 'job-completion'. Name it in the page's `island` too, so that it loads early. */
  name: string
  /** Anything that survives JSON. */
  props: object
  /** The working plain form, which stands until the island has loaded. */
  children: ReactNode
}

/** A part of the page that React takes over in the browser. */
export const Island = ({ name, props, children }: IslandProps) =>
  createElement('react-island', { name, props: JSON.stringify(props) }, children)
