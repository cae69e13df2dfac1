import { afterEach, beforeEach, expect, setSystemTime, spyOn, test } from 'bun:test'
import { rawClient } from '#db/connect/client.ts'
import { setRole } from '#src/accounts/actions.ts'
import { type ListView, MAX_VIEWS, viewHref } from '#src/domain/list-view/list-view.ts'
import { keepViews, knownViews } from '#src/http/respond/known-views.ts'
import { createView } from '#src/list-views/actions.ts'
import { countedViews, forgetCounts } from '#src/list-views/counts.ts'
import { viewsOf } from '#src/list-views/queries.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { VIEW } from '#tests/support/targets.ts'
import { aCast, aJob, anAdmin } from '#tests/support/world.ts'

beforeEach(forgetCounts)
afterEach(() => {
  setSystemTime()
})

type Json = {
  id: string
  name: string
  query: string
  count: number | null
  more: boolean
  mayChange: boolean
  shared: boolean
  owner: { name: string }
}
const all = async (client: Client) => (await (await client.get('/api/views')).json()) as Json[]
const names = async (client: Client) => (await all(client)).map(({ name }) => name)

/** As the sidebar has them: name and count. */
const inSidebar = (text: string) =>
  [
    ...text.matchAll(
      /view=[\w-]+"[^>]*><span class="one-line" title="[^"]*">(.*?)<\/span>(?:<span class="count">([^<]*)<\/span>)?<\/a>/g,
    ),
  ].map(([, name, count]) => [name!.replace(/<span.*/, ''), count])

test('a list is saved as a view by a form, shown under its name, changed, renamed, moved and removed', async () => {
  const cast = await aCast()
  await aJob(cast, 'pending', { job: { urgency: 'high' } })
  await aJob(cast, 'assigned', { job: { urgency: 'high' } })
  const ada = await signedInAs(cast.admin)
  const list = await (await ada.get('/admin/jobs?urgency=high&sort=oldest')).text()
  expect(list).toContain('href="/admin/views/new?list=jobs&amp;query=sort%3Doldest%26urgency%3Dhigh"')
  const made = await ada.submit('/admin/views/new', VIEW)
  const [view] = await viewsOf(cast.admin)
  expect(made.headers.get('location')).toBe(viewHref(view!))
  const shown = await (await ada.get(viewHref(view!))).text()
  expect(shown).toContain('<h1>Urgent first</h1>')
  expect(inSidebar(shown)).toEqual([['Urgent first', '2']])
  expect(shown).not.toContain('Save changes')
  const changed = await (await ada.get(`/admin/jobs?urgency=high&status=pending&view=${view!.id}`)).text()
  expect(changed).toContain('Save changes')
  await ada.submit(`/admin/views/${view!.id}/save`, { query: 'urgency=high&status=pending' })
  expect(await all(ada)).toMatchObject([{ query: 'status=pending&urgency=high', count: 1, more: false }])
  await createView(cast.admin, { ...VIEW, name: 'Late', query: 'late=yes' })
  await ada.submit(`/admin/views/${view!.id}/edit`, { name: 'Now' })
  await ada.submit(`/admin/views/${view!.id}/move`, { place: '2' })
  expect(await names(ada)).toEqual(['Late', 'Now'])
  expect(await (await ada.submit(`/admin/views/${view!.id}/delete`, {})).text()).toContain('Remove the view Now?')
  await ada.submit(`/admin/views/${view!.id}/delete`, { confirmed: 'yes' })
  expect(await names(ada)).toEqual(['Late'])
  expect(await (await ada.get(viewHref(view!))).text()).toContain('<h1>All Jobs</h1>')
})

test('what is wrong with a view is said at its field, with what was typed', async () => {
  const ada = await signedInAs(await anAdmin())
  await ada.submit('/admin/views/new', VIEW)
  for (const [sent, field] of [
    [{ ...VIEW, name: '' }, 'name'],
    [{ ...VIEW, name: 'URGENT FIRST' }, 'name'],
    [{ ...VIEW, name: 'Odd', query: 'status=odd' }, 'query'],
    [{ ...VIEW, name: 'Long', query: `search=${'x'.repeat(3000)}` }, 'query'],
    [{ ...VIEW, name: 'Where', list: 'nowhere' }, 'list'],
  ] as const) {
    const answer = await ada.post('/api/views', sent)
    expect([field, answer.status, Object.keys(((await answer.json()) as { errors: object }).errors)]).toEqual([
      field,
      422,
      [field],
    ])
  }
  const again = await ada.submit('/admin/views/new', { ...VIEW, name: 'Urgent first', shared: 'yes' })
  expect([again.status, (await again.text()).includes('You have a view of that name')]).toEqual([422, true])
})

test('of many that are saved at once, twenty are', async () => {
  const ada = await signedInAs(await anAdmin())
  const answers = await Promise.all(
    Array.from({ length: MAX_VIEWS + 5 }, (_, n) => ada.post('/api/views', { ...VIEW, name: `View ${n}` })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_VIEWS)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(5)
  expect(await refused[0]!.json()).toMatchObject({
    message: 'You have 20 views. Please remove one that you no longer need.',
  })
  expect(await names(ada)).toHaveLength(MAX_VIEWS)
})

test('a shared view is everybody’s to read, and its maker’s to change until they are no administrator', async () => {
  const [ada, grace] = [await anAdmin({ firstName: 'Ada', lastName: 'King' }), await anAdmin()]
  const shared = await createView(ada, { ...VIEW, shared: true })
  const own = await createView(ada, { ...VIEW, name: 'Mine' })
  const client = await signedInAs(grace)
  expect(await all(client)).toMatchObject([{ name: 'Urgent first', mayChange: false, owner: { name: 'Ada King' } }])
  expect((await client.patch(`/api/views/${shared.id}`, { name: 'Hers' })).status).toBe(403)
  expect((await client.patch(`/api/views/${own.id}`, { name: 'Hers' })).status).toBe(404)
  expect(await (await client.get('/admin/views')).text()).toContain('All administrators, by Ada King')
  await setRole(grace, ada.id, 'estate_agent')
  expect(await all(client)).toMatchObject([{ name: 'Urgent first', mayChange: true }])
  expect((await client.patch(`/api/views/${shared.id}`, { name: 'Ours' })).status).toBe(200)
  await setRole(grace, ada.id, 'admin')
  expect((await viewsOf(ada)).map(({ name }) => name)).toEqual(['Ours'])
})

test('one statement counts the views of all readers, once in five seconds', async () => {
  const cast = await aCast()
  await aJob(cast, 'pending')
  const views: ListView[] = []
  for (const query of ['status=pending', 'late=yes', 'search=boiler', 'urgency=medium&sort=visitBy', ''])
    views.push(await createView(cast.admin, { list: 'jobs', name: `By ${query}`, query }))
  const statements = async (work: () => Promise<unknown>) => {
    const asked = spyOn(rawClient, 'unsafe')
    await work()
    const found = asked.mock.calls.filter(([text]) => /count\(\*\)/.test(text)).length
    asked.mockRestore()
    return found
  }
  let counts: (number | null)[] = []
  const read = async () => {
    counts = (await countedViews(views)).map(({ count }) => count)
  }
  expect(await statements(() => Promise.all(Array.from({ length: 20 }, read)))).toBe(1)
  expect(counts).toEqual([1, 0, null, 1, 1])
  expect(await statements(read)).toBe(0)
})

test('what a clock counted that was years ahead for a moment is counted anew', async () => {
  const cast = await aCast()
  const view = await createView(cast.admin, VIEW)
  const count = async () => (await countedViews([view]))[0]!.count
  setSystemTime(Date.now() + 10 * 365 * 86_400_000)
  expect(await count()).toBe(0)
  keepViews(cast.admin.id, [], 0)
  setSystemTime()
  await aJob(cast, 'pending', { job: { urgency: 'high' } })
  const later = performance.now() + 6000
  const clock = spyOn(performance, 'now').mockImplementation(() => later)
  try {
    expect(knownViews(cast.admin.id).isFresh).toBe(false)
    expect(await count()).toBe(1)
  } finally {
    clock.mockRestore()
  }
})

test('the sidebar arrives by a fragment, and is told unchanged while it is', async () => {
  const { admin } = await aCast()
  const ada = await signedInAs(admin)
  await createView(admin, VIEW)
  const first = await ada.htmx('/admin/views/sidebar')
  expect(inSidebar(await first.text())).toEqual([['Urgent first', '0']])
  const again = await ada.htmx('/admin/views/sidebar', { headers: { 'hx-ptag': first.headers.get('hx-ptag')! } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(inSidebar(await (await ada.get('/admin/contractors')).text())).toEqual([['Urgent first', '0']])
})
