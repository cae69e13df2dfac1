import { expect, test } from 'bun:test'
import type { Actor } from '#src/domain/account/account.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aContractor, aNobody, anAdmin, anAgent } from '#tests/support/world.ts'
import { lacks, link, read } from './reading.ts'

// The items of the sidebar and of the bar at the thumb, in their order; the raised one has a star.

type Menu = {
  who: () => Promise<Actor>
  /** The words at the sidebar's head. */
  head: string
  sidebar: string[]
  bottom: string[]
}

const MENUS: Record<string, Menu> = {
  'estate agent': {
    who: anAgent,
    head: 'Logged in as Estate Agent Rightway Lettings',
    sidebar: [
      'Dashboard /',
      'My Jobs /jobs',
      'Completed Jobs /completed-jobs',
      'Create Job /create-job',
      'Quotes /quotes',
    ],
    bottom: ['Dashboard /', 'My Jobs /jobs', '* Create Job /create-job', 'Quotes /quotes'],
  },
  contractor: {
    who: aContractor,
    head: "Logged in as Contractor Carl's Plumbing",
    sidebar: ['Dashboard /'],
    bottom: ['Dashboard /', 'Jobs /jobs', '* Log Visit /visit', 'History /history', 'Profile /profile'],
  },
  administrator: {
    who: anAdmin,
    head: 'Logged in as Administrator',
    sidebar: [
      'Dashboard /',
      'All Jobs /admin/jobs',
      'All Quotes /admin/quotes',
      'All Quote Work /admin/quote-work',
      'Contractors /admin/contractors',
      'Account Management /admin/accounts',
    ],
    bottom: ['Dashboard /', 'Jobs /admin/jobs', 'Quotes /admin/quotes', 'Contractors /admin/contractors'],
  },
  'somebody without a role': {
    who: aNobody,
    head: 'Logged in as User',
    sidebar: ['Dashboard /'],
    bottom: ['Dashboard /'],
  },
}

/** The items of the first navigation in a part of the page. */
function itemsOf(html: string, part: RegExp): string[] {
  const place = part.exec(html)![0]
  return [...place.matchAll(/<li( class="main")?><a href="([^"]*)"[^>]*>.*?<span>([^<]*)<\/span>/g)].map(
    ([, main, href, label]) => `${main ? '* ' : ''}${label} ${href}`,
  )
}

test.each(Object.entries(MENUS))('what %s can choose', async (_, { who, head, sidebar, bottom }) => {
  const page = await read((await signedInAs(await who())).get('/'))
  expect(lacks(page, head, link('Log Out', '/api/logout'), link('Logged in as', '/profile'))).toEqual([])
  expect(itemsOf(page.html, /<header class="sidebar">.*?<\/header>/s)).toEqual(sidebar)
  expect(itemsOf(page.html, /<nav class="bottom-bar".*?<\/nav>/s)).toEqual(bottom)
})

test('the item of the screen one is on is marked', async () => {
  const { parts } = await read((await signedInAs(await anAgent())).get('/jobs'))
  const current = parts.filter(({ attributes }) => attributes['aria-current'] === 'page').map(({ text }) => text)
  expect(current).toEqual(['My Jobs', 'My Jobs'])
})
