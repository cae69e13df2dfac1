import type { ReactElement, ReactNode } from 'react'
import type { Role } from '#src/domain/account/account.ts'
import { isAdmin, isAgent, isContractor, readsOffline } from '#src/domain/account/roles.ts'
import { assetUrl, islandModules, knownUrl } from './assets.ts'
import { KeysLink } from './keys-link.tsx'
import { BottomBar, type Nav, Sidebar, TopMenu } from './nav.tsx'
import { NavViews, type NavViewsProps } from './sidebar.tsx'
import { SiteFooter, SiteHeader } from './site/frame.tsx'
import { cachedAround } from './ui/cached.tsx'
import { Icon } from './ui/icon.tsx'
import { LastAction, type LastDone } from './ui/last-action.tsx'
import { Toast, type ToastMessage } from './ui/toast.tsx'

export type PageFrame = {
  nav: Nav | null
  views?: NavViewsProps
  toast?: ToastMessage | null
  last?: LastDone | null
  /** True for a browser that may have none of our files: its page brings what it needs to be shown. */
  first?: boolean
}

type PageProps = PageFrame & {
  title: string
  /** The h1, when it is not the title; null when the children bring their own. */
  heading?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  back?: { href: string; label: string }
  error?: boolean
  island?: string
  copies?: boolean
  passkeys?: boolean
  ticks?: boolean
  /** A list through whose rows keys move, and beside which they open. */
  rows?: boolean
  /** It prints on A4, by a sheet of its own. */
  printed?: boolean
  /** Of who is no administrator, whose sheet has them. */
  plots?: boolean
  width?: 'narrow' | 'normal' | 'wide'
  desk?: boolean
  children?: ReactNode
}

const htmxConfig = JSON.stringify({
  defaultSwap: 'outerHTML',
  noSwap: [204, 304, 401, '5xx'],
  morphIgnore: ['data-htmx-powered', 'open'],
  morphSkipChildren: '[hx-morph-skip-children],react-island',
  extensions: 'ptag',
  includeIndicatorCSS: false,
})

const SHEETS: Record<Role, string> = { estate_agent: 'agent.css', contractor: 'contractor.css', admin: 'admin.css' }

const sheetOf = (nav: Nav | null): string => (nav ? SHEETS[nav.role ?? 'estate_agent'] : 'public.css')

/** What is put on a home screen has the shortcut of its person. */
function appOf(nav: Nav | null): string {
  if (nav && isContractor(nav)) return 'contractor'
  return nav && isAgent(nav) ? 'agent' : 'manifest'
}

const scriptsOf = ({ desk, copies, ticks, rows, printed }: Outside): string[] =>
  [...['app.js', (desk || copies) && 'desk.js', ticks && 'ticks.js', rows && 'rows.js', printed && 'print.js']].flatMap(
    (name) => (name ? assetUrl(name) : []),
  )

const lastScripts = ({ nav, passkeys }: Outside): string[] => [
  ...[nav && readsOffline(nav) ? (knownUrl('phone.js') ?? []) : []].flat(),
  ...(passkeys ? [assetUrl('passkey.js')] : []),
]

const MoreSheets = ({ desk, nav, printed, plots }: Outside) => (
  <>
    {desk && !nav && <link rel="stylesheet" href={assetUrl(SHEETS.admin)} />}
    {plots && <link rel="stylesheet" href={assetUrl('plots.css')} />}
    {printed && <link rel="stylesheet" href={assetUrl('printed.css')} />}
  </>
)

const Files = (words: Outside) => (
  <>
    <link rel="stylesheet" href={assetUrl(sheetOf(words.nav))} />
    <MoreSheets {...words} />
    {[...scriptsOf(words), assetUrl('touched.js'), ...lastScripts(words)].map((url) => (
      <script defer src={url} key={url} />
    ))}
    {words.island && islandModules(words.island).map((url) => <link key={url} rel="modulepreload" href={url} />)}
    {words.island && <script type="module" src={assetUrl('island.js')} />}
  </>
)

const FirstFiles = (words: Outside) => (
  <>
    <style data-inline={sheetOf(words.nav)} />
    <MoreSheets {...words} />
    <script
      data-inline="later.js"
      data-scripts={[...scriptsOf(words), ...(words.island ? [assetUrl('island.js')] : [])].join(' ')}
      data-modules={words.island && islandModules(words.island).join(' ')}
      data-touched={assetUrl('touched.js')}
      data-last={lastScripts(words).join(' ') || undefined}
      data-sheet={assetUrl(sheetOf(words.nav))}
    />
    <script data-inline="prefetch.json" type="speculationrules" />
  </>
)

const Head = (words: Outside) => (
  <head>
    <meta charSet="utf-8" />
    <title>{`${words.error ? 'Error: ' : ''}${words.title} – Fettle`}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#1d5c45" />
    <meta
      name="description"
      content="Repair jobs between estate agents and contractors: report, quote, approve, done."
    />
    <meta name="htmx-config" content={htmxConfig} />
    {words.first ? <FirstFiles {...words} /> : <Files {...words} />}
    <link rel="icon" href={assetUrl('icon.svg')} type="image/svg+xml" />
    <link rel="manifest" href={`/${appOf(words.nav)}.webmanifest`} />
  </head>
)

const MAX_LETTERS = 40

const PageHead = ({ title, back, nav, rows, hasActions, hasSubtitle, hole }: Outside & { hole: ReactElement }) => (
  <>
    <header className={title.length > MAX_LETTERS ? 'page-head long' : 'page-head'}>
      {back && (
        <a className="button quiet back" href={back.href} aria-label={back.label} data-tooltip={back.label}>
          <Icon name="back" />
        </a>
      )}
      <h1>{hole}</h1>
      {hasActions && <div className="row page-actions">{hole}</div>}
      {nav && rows && <KeysLink off={nav.keysOff ?? ''} />}
      {nav && <TopMenu nav={nav} />}
    </header>
    {hasSubtitle && <p className="subtitle">{hole}</p>}
  </>
)

const ConfirmDialog = () => (
  <dialog id="confirm" aria-labelledby="confirm-title" aria-describedby="confirm-text" role="alertdialog">
    <form method="dialog">
      <h2 id="confirm-title">Confirm</h2>
      <p id="confirm-text" />
      <label className="confirm-check" hidden>
        <input type="checkbox" value="ticked" />
        <span />
      </label>
      <div className="row end">
        {/* biome-ignore lint/a11y/noAutofocus: the safe button has the focus */}
        <button type="submit" className="button secondary" value="" autoFocus>
          Cancel
        </button>
        <button type="submit" className="button danger" value="yes">
          Confirm
        </button>
      </div>
    </form>
  </dialog>
)

/** What stands in the holes of what is cached. */
type Inside = Pick<PageProps, 'views' | 'toast' | 'last' | 'heading' | 'actions' | 'subtitle' | 'children'>

type Outside = Omit<PageProps, keyof Inside> & {
  hasViews: boolean
  /** A view is the current item, not its list. */
  isView: boolean
  isHeaded: boolean
  hasActions: boolean
  hasSubtitle: boolean
}

const outside = cachedAround((words: Outside, hole) => {
  const { nav, error, isHeaded, width } = words
  return (
    <html lang="en-GB">
      <Head {...words} />
      <body
        className={nav ? 'signed-in' : 'public'}
        data-error={error ? '' : undefined}
        data-user={nav?.id}
        // A row does not wait for one that was passed over.
        hx-sync={words.rows ? 'replace' : undefined}
      >
        <a className="skip" href="#main">
          Skip to main content
        </a>
        {nav ? (
          <Sidebar nav={words.isView ? { ...nav, path: '' } : nav} views={words.hasViews && hole} />
        ) : (
          <SiteHeader />
        )}
        <main id="main" tabIndex={-1} className={width}>
          <section id="toasts" aria-label="Notifications (F8)" aria-live="polite" tabIndex={-1}>
            {hole}
          </section>
          {isHeaded && <PageHead {...words} hole={hole} />}
          {hole}
        </main>
        {nav ? <BottomBar nav={nav} /> : <SiteFooter />}
        <ConfirmDialog />
        <dialog id="dialog" aria-labelledby="dialog-title" />
      </body>
    </html>
  )
})

export function Page({ views, toast, last, heading, actions, subtitle, children, ...own }: PageProps) {
  const { nav, title, width = 'normal', desk = nav ? isAdmin(nav) : false } = own
  const isHeaded = heading !== null
  const [hasActions, hasSubtitle] = [Boolean(actions), Boolean(subtitle)]
  const [hasViews, isView] = [Boolean(nav && views), Boolean(views?.current)]
  return outside(
    { ...own, width, desk, hasViews, isView, isHeaded, hasActions, hasSubtitle },
    ...(nav && views ? [<NavViews key="views" {...views} path={nav.path} />] : []),
    toast && <Toast {...toast} />,
    ...(isHeaded ? [heading ?? title, ...(hasActions ? [actions] : []), ...(hasSubtitle ? [subtitle] : [])] : []),
    nav && isAdmin(nav) ? (
      <>
        <LastAction last={last} />
        {children}
      </>
    ) : (
      children
    ),
  )
}
