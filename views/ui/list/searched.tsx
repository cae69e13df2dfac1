type SearchedProps = {
  id?: string
  search?: string
  instead?: string
  shown?: number
  nextHref?: string | null
}

function countedShown({ search, shown, nextHref }: SearchedProps): string {
  if (!search || shown === undefined) return ''
  return shown === 0 ? 'None found' : `${shown} shown${nextHref ? ', more below' : ''}`
}

/** It is there before there is anything to say, as only the change of a status is announced. */
export const Searched = ({ id = 'searched', instead, ...found }: SearchedProps) => {
  const count = countedShown(found)
  return (
    <p id={id} className={instead ? 'list-count' : count ? 'visually-hidden' : undefined} role="status">
      {instead ? `Nothing matches “${found.search}”. Showing “${instead}”.` : count}
    </p>
  )
}
