import { type CountedView, viewCount, viewHref } from '#src/domain/list-view/list-view.ts'

const NAV_VIEWS = 'nav-views'

export type NavViewsProps = {
  views: readonly CountedView[]
  current?: string | null
  isFresh?: boolean
  /** Conversations with something new; null where they are not counted yet. */
  unread?: number | null
  path?: string
}

const MESSAGES = /^\/admin\/messages(\/|$)/

/** What is known of them comes with the page; the rest as soon as it is there, and every five seconds. */
export const NavViews = ({ views, current, isFresh, unread, path = '' }: NavViewsProps) => (
  <nav
    id={NAV_VIEWS}
    className="views"
    aria-labelledby="views-head"
    hx-get="/admin/views/sidebar"
    hx-trigger={isFresh ? 'every 5s' : 'load, every 5s'}
    hx-swap="outerMorph"
  >
    <a className="split" href="/admin/messages" aria-current={MESSAGES.test(path) ? 'page' : undefined}>
      Messages
      {Boolean(unread) && <span className="count">{`${viewCount(unread!)} unread`}</span>}
    </a>
    <a id="views-head" className="hint" href="/admin/views" aria-current={current === '' ? 'page' : undefined}>
      Views
    </a>
    {views.length > 0 && (
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <a href={viewHref(view)} aria-current={current === view.id ? 'page' : undefined}>
              <span className="one-line" title={view.name}>
                {view.name}
                {!view.isOwn && <span className="hint"> {view.owner.name}</span>}
              </span>
              {view.count !== null && <span className="count">{viewCount(view.count)}</span>}
            </a>
          </li>
        ))}
      </ul>
    )}
  </nav>
)
