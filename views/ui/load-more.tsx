type LoadMoreProps = {
  /** The URL of the next part, with its cursor: '/jobs?cursor=…'. */
  href: string
  /** 'li' in a list, 'tr' in a table (then `columns` is its number of columns). */
  as?: 'li' | 'tr' | 'div'
  columns?: number
}

/**
 * The last item of a list that goes on. The server answers the next items, ending with the next LoadMore, which
 * replace this one; without JavaScript it leads to the next page.
 */
export function LoadMore({ href, as: Tag = 'li', columns }: LoadMoreProps) {
  const link = (
    <a className="button secondary" href={href} hx-get={href} hx-target="closest .load-more" hx-swap="outerHTML">
      Load more
    </a>
  )
  return <Tag className="load-more">{Tag === 'tr' ? <td colSpan={columns}>{link}</td> : link}</Tag>
}
