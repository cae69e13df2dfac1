type LoadMoreProps = {
  href: string
  as?: 'li' | 'tr' | 'div'
  columns?: number
}

/** The next items replace it, the last of them another LoadMore; without JavaScript it leads to the next page. */
export function LoadMore({ href, as: Tag = 'li', columns }: LoadMoreProps) {
  const link = (
    <a
      // Another list has another id, so that a late answer is not put under it.
      id={`more-${Bun.hash(href).toString(36)}`}
      className="button secondary"
      href={href}
      hx-get={href}
      hx-swap="outerHTML target:'closest .load-more'"
    >
      Load more
    </a>
  )
  return <Tag className="load-more">{Tag === 'tr' ? <td colSpan={columns}>{link}</td> : link}</Tag>
}
