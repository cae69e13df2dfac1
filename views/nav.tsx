import type { ReactNode } from 'react'
import { type Role, roleLabel } from '#src/domain/account/account.ts'
import { isAdmin, isAgent } from '#src/domain/account/roles.ts'
import { Icon, type IconName } from './ui/icon.tsx'

export type Nav = {
  id: string
  role: Role | null
  name: string
  company?: string | null
  path: string
  keysOff?: string
}

type Item = { href: string; label: string; icon: IconName }

const dashboard: Item = { href: '/', label: 'Dashboard', icon: 'home' }
const completedJobs: Item = { href: '/completed-jobs', label: 'Completed Jobs', icon: 'done' }
const createJob: Item = { href: '/create-job', label: 'Create Job', icon: 'plus' }
const quotes: Item = { href: '/quotes', label: 'Quotes', icon: 'pound' }
const myJobs: Item = { href: '/jobs', label: 'My Jobs', icon: 'list' }
const profile: Item = { href: '/profile', label: 'Profile', icon: 'user' }
const history: Item = { href: '/history', label: 'History', icon: 'clock' }
const visit: Item = { href: '/visit', label: 'Log Visit', icon: 'visit' }
const contractors: Item = { href: '/admin/contractors', label: 'Contractors', icon: 'users' }
const quoteWork: Item = { href: '/admin/quote-work', label: 'All Quote Work', icon: 'wrench' }
const views: Item = { href: '/admin/views', label: 'Views', icon: 'eye' }
const messages: Item = { href: '/messages', label: 'Messages', icon: 'mail' }
const invoices: Item = { href: '/invoices', label: 'Invoices', icon: 'pound' }
const logOut: Item = { href: '/api/logout', label: 'Log Out', icon: 'leave' }
const accounts: Item = { href: '/admin/accounts', label: 'Account Management', icon: 'key' }
const figures: Item = { href: '/figures', label: 'Figures', icon: 'list' }
const certificates: Item = { href: '/certificates', label: 'Certificates', icon: 'done' }
const jobs = (href: string, label: string): Item => ({ href, label, icon: 'list' })
const adminQuotes = (label: string): Item => ({ href: '/admin/quotes', label, icon: 'pound' })

type Menu = {
  side: readonly Item[]
  bottom: readonly Item[]
  main?: Item
  more: readonly Item[]
}

const menus: Record<Role, Menu> = {
  estate_agent: {
    side: [dashboard, myJobs, completedJobs, createJob, quotes],
    bottom: [dashboard, myJobs, createJob, quotes],
    main: createJob,
    more: [completedJobs, certificates, messages, invoices, figures, profile],
  },
  contractor: {
    side: [dashboard],
    bottom: [dashboard, jobs('/jobs', 'Jobs'), visit, history, profile],
    main: visit,
    more: [completedJobs, messages, invoices, figures],
  },
  admin: {
    side: [dashboard, jobs('/admin/jobs', 'All Jobs'), adminQuotes('All Quotes'), quoteWork, contractors, accounts],
    bottom: [dashboard, jobs('/admin/jobs', 'Jobs'), adminQuotes('Quotes'), contractors],
    more: [
      ...[
        quoteWork,
        { ...invoices, label: 'Invoiced Items' },
        accounts,
        { ...messages, href: '/admin/messages' },
        { ...certificates, href: '/admin/certificates' },
        views,
      ],
      ...[{ ...figures, href: '/admin/figures' }, profile],
    ],
  },
}

const nobody: Menu = { side: [dashboard], bottom: [dashboard], more: [profile] }

export const menuOf = (role: Role | null): Menu => (role ? menus[role] : nobody)

const isCurrent = (href: string, path: string) => path === href || (href !== '/' && path.startsWith(`${href}/`))

const Items = ({ items, main, path }: { items: readonly Item[]; main?: Item; path: string }) => (
  <ul>
    {items.map((item) => (
      <li key={item.href} className={item === main ? 'main' : undefined}>
        <a href={item.href} aria-current={isCurrent(item.href, path) ? 'page' : undefined}>
          <Icon name={item.icon} />
          <span>{item.label}</span>
        </a>
      </li>
    ))}
  </ul>
)

const Foot = ({ item: { href, label, icon }, path }: { item: Item; path?: string }) => (
  <a className="foot" href={href} aria-current={path && isCurrent(href, path) ? 'page' : undefined}>
    <Icon name={icon} />
    <span>{label}</span>
  </a>
)

const Person = ({ nav }: { nav: Nav }) => (
  <a className="person" href="/profile">
    <span className="hint">Logged in as</span>
    <strong>{roleLabel(nav.role)}</strong>
    {nav.company && <span>{nav.company}</span>}
  </a>
)

export const Sidebar = ({ nav, views }: { nav: Nav; views: ReactNode }) => (
  <header className="sidebar">
    <a className="brand" href="/">
      Fettle
    </a>
    <Person nav={nav} />
    <nav aria-label="Main">
      <Items items={menuOf(nav.role).side} path={nav.path} />
    </nav>
    {views}
    {isAgent(nav) && <Foot item={certificates} path={nav.path} />}
    {isAdmin(nav) && (
      <>
        <Foot item={{ ...certificates, href: '/admin/certificates' }} path={nav.path} />
        <Foot item={{ ...figures, href: '/admin/figures' }} path={nav.path} />
      </>
    )}
    {nav.role && !isAdmin(nav) && (
      <>
        <Foot item={invoices} path={nav.path} />
        <Foot item={messages} path={nav.path} />
        <Foot item={figures} path={nav.path} />
      </>
    )}
    <Foot item={logOut} />
  </header>
)

export const BottomBar = ({ nav }: { nav: Nav }) => {
  const { bottom, main } = menuOf(nav.role)
  return (
    <nav className="bottom-bar" aria-label="Main">
      <Items items={bottom} main={main} path={nav.path} />
    </nav>
  )
}

export const TopMenu = ({ nav }: { nav: Nav }) => (
  <details className="top-menu">
    <summary aria-label="Menu">
      <Icon name="menu" />
    </summary>
    <div>
      <Person nav={nav} />
      <nav aria-label="More">
        <Items items={menuOf(nav.role).more} path={nav.path} />
      </nav>
      <Foot item={logOut} />
    </div>
  </details>
)
