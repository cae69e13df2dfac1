import { describe, expect, test } from 'bun:test'
import { columnsShown, headingOf, JOB_COLUMN_NAMES, stackedColumns } from '#src/domain/job/columns.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob } from '#tests/support/world.ts'

const dropped = (filter: Record<string, string>) => {
  const shown = columnsShown(filter)
  return JOB_COLUMN_NAMES.filter((name) => !shown.includes(name))
}

describe('columns of a list of jobs', () => {
  test.each([
    [{}, []],
    [{ status: 'assigned' }, ['status']],
    [{ status: 'assigned,in_progress' }, []],
    [{ status: 'pending' }, ['status', 'contractor']],
    [{ status: 'completed,cancelled' }, ['due']],
    [{ contractor: 'c1' }, ['contractor']],
    [{ contractor: 'c1,c2' }, []],
    [{ urgency: 'high', contractorType: 'roofing' }, ['urgency', 'trade']],
    [{ agent: 'a1' }, ['company', 'agent']],
    [{ agency: 'Hart, Reid & Co' }, ['company']],
    [{ agency: 'Hart\0Reid' }, []],
    [{ jobType: 'visit', waitingOn: 'nobody' }, ['type', 'waiting']],
    [{ search: 'boiler', late: 'yes' }, []],
  ] as [Record<string, string>, string[]][])('%j drops what it says of all rows: %j', (filter, expected) => {
    expect(dropped(filter)).toEqual(expected as typeof JOB_COLUMN_NAMES)
  })

  test('are chosen, in their own order, and never without the address', () => {
    expect(columnsShown({ status: 'pending' }, ['due', 'status', 'issue'])).toEqual(['address', 'issue', 'due'])
  })

  test('stand below another that is shown, or below a second choice, else by themselves', () => {
    expect(stackedColumns(['address', 'trade', 'status', 'waiting'])).toEqual([
      ['address'],
      ['trade'],
      ['status', 'waiting'],
    ])
    expect(stackedColumns(columnsShown({ status: 'pending', urgency: 'high' }))).toEqual([
      ['address', 'company', 'agent'],
      ['issue', 'trade'],
      ['waiting', 'type'],
      ['created'],
      ['due'],
      ['quote'],
    ])
    const [, issue] = stackedColumns(columnsShown({ status: 'completed', waitingOn: 'nobody', urgency: 'high' }))
    expect(issue).toEqual(['issue', 'trade', 'type'])
  })

  test('lead by their heading to an order, and then to the other way round or back', () => {
    expect(headingOf('created')).toEqual({ label: 'Created', sort: 'oldest', sorted: 'descending' })
    expect(headingOf('created', 'oldest')).toEqual({ label: 'Created', sort: 'newest', sorted: 'ascending' })
    expect(headingOf('due')).toEqual({ label: 'Due', sort: 'visitBy' })
    expect(headingOf('due', 'visitBy')).toEqual({ label: 'Due', sort: 'newest', sorted: 'ascending' })
    expect(headingOf('quote')).toEqual({ label: 'Quote' })
  })
})

describe('All Jobs', () => {
  const cast = castOfEachTest()
  const ada = signedInOfEachTest(cast, 'admin')
  const read = async (path: string) => (await ada.get(path)).text()
  const labels = (text: string) =>
    [...text.matchAll(/<th scope="col".*?<\/th>/gs)].map(([head]) => head.replace(/<[^>]*>/g, ''))

  test('drops the columns that its filter says, and keeps those that its address chooses while it is sorted', async () => {
    await aJob(cast, 'assigned', { job: { contractorType: 'roofing' } })
    const whole = await read('/admin/jobs')
    expect(labels(whole)).toEqual([
      'Property',
      'Issue',
      'Urgency',
      'Status, Waiting',
      'Created',
      'Due',
      'Contractor',
      'Actions',
    ])
    expect(whole).toContain('Roofing')
    expect(labels(await read('/admin/jobs?status=assigned&urgency=medium'))).toEqual([
      'Property',
      'Issue',
      'Waiting',
      'Created',
      'Due',
      'Contractor',
      'Actions',
    ])
    const chosen = await read('/admin/jobs?status=assigned&columns=due,issue,status&sort=visitBy')
    expect(labels(chosen)).toEqual(['Property', 'Issue', 'Due', 'Actions'])
    expect(chosen).toContain(
      '<th scope="col" aria-sort="ascending"><a class="sort sorted" href="/admin/jobs?status=assigned',
    )
    expect(chosen).toContain('href="/admin/jobs?status=assigned&amp;columns=issue%2Cstatus%2Cdue"')
    expect((await ada.get('/admin/jobs?columns=price')).status).toBe(400)
  })

  test('asks which columns to show, of the list as it is filtered by now', async () => {
    const text = await read('/admin/jobs/columns?status=pending&agency=Hart&agency=Reid&columns=issue')
    const fields = (html: string) =>
      [...html.matchAll(/<input type="(hidden|checkbox)"[^>]*name="(\w+)"([^>]*)/g)]
        .filter(([, type, , rest]) => type === 'hidden' || rest!.includes('checked'))
        .map(([, , name, rest]) => `${name}=${/value="([^"]*)"/.exec(rest!)?.[1]}`)
    expect(fields(text)).toEqual(['status=pending', 'agency=Hart', 'agency=Reid', 'columns=address', 'columns=issue'])
    const headers = { 'hx-current-url': 'http://localhost/admin/jobs?urgency=high&cursor=1.2' }
    const fragment = await (await ada.htmx('/admin/jobs/columns?status=pending', { headers })).text()
    expect(fields(fragment)).toEqual(['urgency=high', ...JOB_COLUMN_NAMES.map((name) => `columns=${name}`)])
    const all = JOB_COLUMN_NAMES.map((name) => `columns=${name}`).join('&')
    expect(await read(`/admin/jobs?${all}`)).not.toContain('columns=address')
  })

  test('keeps the columns of a row that changes', async () => {
    const job = await aJob(cast, 'assigned')
    const headers = { 'hx-current-url': 'http://localhost/admin/jobs?columns=issue' }
    const answer = await (
      await ada.htmx(`/admin/jobs/${job.id}/unassign`, { method: 'POST', form: { confirmed: 'yes' }, headers })
    ).text()
    const row = /<tr id="job-row-.*?<\/tr>/s.exec(answer)?.[0] ?? ''
    expect([...row.matchAll(/data-label="(\w+)"/g)].map(([, label]) => label)).toEqual(['Issue'])
  })
})
