export type Tab = { href: string; label: string; count?: number; countId?: string; current?: boolean }

export const Tabs = ({ label, tabs, target }: { label: string; tabs: readonly Tab[]; target?: string }) => (
  <nav className="tabs" aria-label={label}>
    <ul>
      {tabs.map((tab) => (
        <li key={tab.href}>
          <a
            href={tab.href}
            aria-current={tab.current ? 'page' : undefined}
            {...(target && {
              'hx-get': tab.href,
              'hx-target': target,
              'hx-swap': 'outerHTML',
              'hx-push-url': 'true',
              'hx-sync': 'closest .tabs:replace',
            })}
          >
            {tab.label}
            {tab.count !== undefined && <TabCount id={tab.countId} count={tab.count} />}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

export const TabCount = ({ id, count }: { id?: string; count: number }) => (
  <span id={id} className="count">
    {count}
  </span>
)
