import { expect, test } from './support/app.ts'
import { dialogOf, itemOf, says, toastOf } from './support/screen.ts'
import { aJob, type JobJson } from './support/world.ts'

for (const second of ['Approve', 'Decline']) {
  test(`Approve and ${second} at once in two tabs: one wins, the other hears how things are now`, async ({
    people,
    watch,
  }) => {
    watch.allow(/^409 POST \/quotes\//)
    const crew = await people.crew()
    const job = await aJob(crew, 'quote_pending')
    const first = await crew.agent.open('/quotes')
    const other = await first.context().newPage()
    await other.goto('/quotes')
    const tabs = [
      { page: first, verb: 'Approve' },
      { page: other, verb: second },
    ]
    for (const { page, verb } of tabs)
      await itemOf(page, job.propertyName)
        .getByRole('button', { name: new RegExp(verb) })
        .click()
    await Promise.all(
      tabs.map(({ page, verb }) =>
        dialogOf(page)
          .getByRole('button', { name: `${verb} Quote` })
          .click(),
      ),
    )
    const said = await Promise.all(tabs.map(async ({ page }) => (await toastOf(page).textContent()) ?? ''))
    const won = said.filter((words) => /^Quote (Approved|Declined)/.test(words))
    const lost = said.filter((words) => /^Failed to (Approve|Decline) Quote/.test(words))
    expect([won.length, lost.length], said.join(' | ')).toEqual([1, 1])
    const outcome = won[0]?.includes('Approved') ? 'approved' : 'declined'
    expect(lost[0]).toContain(outcome)

    // Both tabs show what is true now.
    for (const { page } of tabs) {
      await says(page, '0 pending quotes')
      await says(itemOf(page, job.propertyName), new RegExp(outcome, 'i'))
    }
    const children = (await crew.contractor.api.get<(JobJson & { parentJobId: string | null })[]>('/api/jobs')).filter(
      ({ parentJobId }) => parentJobId === job.id,
    )
    expect(children.length).toBe(outcome === 'approved' ? 1 : 0)
  })
}
