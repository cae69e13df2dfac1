import { createElement, type ReactNode } from 'react'

type IslandProps = {
  /** The module under islands/: 'job-completion'. Name it in the page's `island` too, so that it loads early. */
  name: string
  /** They are passed as JSON. */
  props: object
  /** The plain form, which works until the island has loaded. */
  children: ReactNode
}

export const Island = ({ name, props, children }: IslandProps) =>
  createElement('react-island', { name, props: JSON.stringify(props) }, children)
