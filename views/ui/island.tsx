import { createElement, type ReactNode } from 'react'

type IslandProps = {
  /** The module under islands/. Name it in the page's `island` too, so that it loads early. */
  name: string
  props: object
  children: ReactNode
}

export const Island = ({ name, props, children }: IslandProps) =>
  createElement('react-island', { name, props: JSON.stringify(props) }, children)
