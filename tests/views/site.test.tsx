import { describe, expect, test } from 'bun:test'
import { rendered as render } from '#tests/support/rendered.ts'
import { CookiePolicy } from '#views/legal/cookie-policy.tsx'
import { PrivacyPolicy } from '#views/legal/privacy-policy.tsx'
import { TermsConditions } from '#views/legal/terms-conditions.tsx'
import { Landing } from '#views/site/landing.tsx'
import { ErrorPage, NoRolePage, NotFoundPage } from '#views/site/messages.tsx'

const frame = { nav: null }
const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('the public pages', () => {
  test('the landing page tells what Fettle is and leads to the sign-in', () => {
    const html = render(<Landing frame={frame} />)
    for (const title of ['Easy Job Requests', 'Seamless Contractor Tracking', 'Clear Reporting'])
      expect(html).toContain(title)
    expect(html.match(/href="\/login"/g)).toHaveLength(2)
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  test.each([
    ['Privacy Policy', PrivacyPolicy, ['7 years', '3 years', '2 years', '18 years old', 'UK General Data Protection']],
    [
      'Terms and Conditions',
      TermsConditions,
      ['England and Wales', '18 years old', 'directly between agent and contractor'],
    ],
    ['Cookie Policy', CookiePolicy, ['strictly necessary', '30 days', '1 year', '2 years', '90 days']],
  ] as const)('%s states its facts, its date and the way home', (title, Policy, facts) => {
    const html = words(render(<Policy frame={frame} />))
    for (const fact of [title, 'Last updated: January 2025', 'Back to Home', ...facts]) expect(html).toContain(fact)
  })

  test('a path that leads nowhere, an account without a role and a failure say so', () => {
    expect(words(render(<NotFoundPage frame={frame} />))).toContain('404 Page Not Found')
    const noRole = words(render(<NoRolePage frame={frame} />))
    expect(noRole).toContain('User role not found. Please refresh the page.')
    expect(noRole).toContain('Refresh Page')
    expect(words(render(<ErrorPage frame={frame} title="Access denied." requestId="r1" />))).toContain('Reference: r1')
  })
})
