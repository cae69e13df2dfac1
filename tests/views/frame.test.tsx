import { describe, expect, test } from 'bun:test'
import type { Role } from '#src/domain/account/account.ts'
import { rendered as render } from '#tests/support/rendered.ts'
import { Page } from '#views/layout.tsx'
import { menuOf } from '#views/nav.tsx'

const nav = (role: Role | null, path = '/') => ({ id: 'anna', role, name: 'Anna', company: 'Hartley & Co', path })
const labels = (items: readonly { label: string }[]) => items.map((item) => item.label)

describe('the navigation', () => {
  test.each([
    ['estate_agent', ['Dashboard', 'My Jobs', 'Completed Jobs', 'Create Job', 'Quotes']],
    ['contractor', ['Dashboard']],
    ['admin', ['Dashboard', 'All Jobs', 'All Quotes', 'All Quote Work', 'Contractors', 'Account Management']],
    [null, ['Dashboard']],
  ] as const)('lists in the sidebar of %p', (role, expected) => {
    expect(labels(menuOf(role).side)).toEqual([...expected])
  })

  test.each([
    ['estate_agent', ['Dashboard', 'My Jobs', 'Create Job', 'Quotes'], 'Create Job'],
    ['contractor', ['Dashboard', 'Jobs', 'Log Visit', 'History', 'Profile'], 'Log Visit'],
    ['admin', ['Dashboard', 'Jobs', 'Quotes', 'Contractors'], undefined],
    [null, ['Dashboard'], undefined],
  ] as const)('lists in the bottom bar of %p, the main item raised', (role, expected, main) => {
    expect(labels(menuOf(role).bottom)).toEqual([...expected])
    expect(menuOf(role).main?.label).toBe(main)
  })

  test.each(['estate_agent', 'contractor', 'admin', null] as const)(
    'leads %p on a phone wherever the sidebar leads',
    (role) => {
      const { side, bottom, more } = menuOf(role)
      const reachable = [...bottom, ...more].map((item) => item.href)
      for (const { href } of side) expect(reachable).toContain(href)
      expect(reachable).toContain('/profile')
      expect(new Set(reachable).size).toBe(reachable.length)
    },
  )

  test('marks the item of the present page, also below it, and the dashboard only at /', () => {
    const current = (path: string) =>
      [...render(<Page nav={nav('admin', path)} title="x" />).matchAll(/href="([^"]+)" aria-current="page"/g)].map(
        ([, href]) => href,
      )
    expect(new Set(current('/admin/jobs/42'))).toEqual(new Set(['/admin/jobs']))
    expect(new Set(current('/'))).toEqual(new Set(['/']))
    expect(current('/admin/jobsite')).toEqual([])
  })

  test('says who is signed in, with the company where there is one', () => {
    const html = render(<Page nav={nav('estate_agent')} title="x" />)
    expect(html).toContain('Logged in as')
    expect(html).toContain('<strong>Estate Agent</strong><span>Hartley &amp; Co</span>')
    expect(render(<Page nav={nav(null)} title="x" />)).toContain('<strong>User</strong>')
  })
})

describe('a page', () => {
  test('has its title, one h1, and says so when it answers a failure', () => {
    const html = render(<Page nav={nav('admin')} title="All Jobs" error />)
    expect(html).toContain('<title>Error: All Jobs – Fettle</title>')
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('data-error=""')
  })

  test('escapes whatever it is given', () => {
    const evil = '</title><script>alert(1)</script>"\'&'
    const html = render(
      <Page
        nav={{ ...nav('admin'), company: evil }}
        title={evil}
        toast={{ title: evil }}
        back={{ href: '/', label: evil }}
      />,
    )
    expect(html).not.toContain('<script>alert')
    expect(html.match(/<script/g)).toHaveLength(3)
  })

  test('loads React only where an island is', () => {
    expect(render(<Page nav={nav('admin')} title="x" />)).not.toContain('type="module"')
    expect(render(<Page nav={nav('admin')} title="x" island="account-generator" />)).toContain('type="module"')
  })

  test('shows the public frame to the signed out', () => {
    const html = render(<Page nav={null} title="x" />)
    expect(html).not.toContain('Log Out')
    for (const path of ['/privacy-policy', '/terms-conditions', '/cookie-policy'])
      expect(html).toContain(`href="${path}"`)
  })

  test('announces failures at once, other messages when there is a pause', () => {
    expect(render(<Page nav={null} title="x" toast={{ title: 'Job Deleted' }} />)).toContain('role="status"')
    expect(render(<Page nav={null} title="x" toast={{ title: 'Failed', kind: 'destructive' }} />)).toContain(
      'role="alert"',
    )
  })
})
