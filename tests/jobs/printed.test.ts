import { expect, test } from 'bun:test'
import { assignJob } from '#src/jobs/actions.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { sendSummary } from '#src/jobs/hazards/summary/sending.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { declineQuote } from '#src/quotes/actions.ts'
import { reviseQuote } from '#src/quotes/changes.ts'
import { handJobBack } from '#src/visits/hand-back.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { A_SUMMARY, targets } from '#tests/support/targets.ts'
import { aContractor, aJob } from '#tests/support/world.ts'
import { aPhotoOn } from './photo-on.ts'

const cast = castOfEachTest()
const tenant = { tenantName: 'Winifred Quill', tenantPhone: '07700 900987' }

const read = async (who: typeof cast.agent, path: string): Promise<[status: number, text: string]> => {
  const answer = await (await signedInAs(who)).get(path)
  return [answer.status, await answer.text()]
}

test('the contractor has access notes and tenant on the job sheet as long as there is work to do', async () => {
  const open = await aJob(cast, 'assigned', { job: tenant })
  const path = `/jobs/${open.id}/sheet`
  for (const who of [cast.agent, cast.contractor, cast.admin]) {
    const [status, text] = await read(who, path)
    expect(status).toBe(200)
    for (const words of [
      open.jobRef,
      'Key at the office',
      'Winifred Quill',
      '07700 900987',
      '12 Mill Lane',
      'signature',
    ])
      expect(text).toContain(words)
    expect(text).toContain('The boiler loses pressure')
  }
  expect((await read(cast.contractor, `/jobs/${open.id}`))[1]).toContain(path)
  await handJobBack(cast.contractor, open.id, 'I am ill.')
  const other = await aContractor()
  await assignJob(cast.admin, open.id, other.id)
  expect((await read(cast.contractor, path))[0]).toBe(404)
  expect((await read(other, path))[0]).toBe(200)
  const done = await aJob(cast, 'completed', { job: tenant })
  const [status, text] = await read(cast.contractor, `/jobs/${done.id}/sheet`)
  expect([status, /Winifred|Key at the office/.test(text)]).toEqual([404, false])
  expect((await read(cast.contractor, `/jobs/${done.id}`))[1]).not.toContain('/sheet')
  expect((await read(cast.agent, `/jobs/${done.id}/sheet`))[0]).toBe(200)
})

test('evidence tells visits, quotes with what they came to before, decisions, messages and the timeline', async () => {
  const job = await aJob(cast, 'quote_pending')
  const [quote, visit] = [job.quotes[0]!, job.visits[0]!]
  const photo = await aPhotoOn(cast, visit.id)
  await reviseQuote(cast.contractor, quote.id, { quoteAmount: 520 })
  await writeMessage(cast.contractor, job.id, { text: 'The valve leaks too.' })
  await writeMessage(cast.admin, job.id, { text: 'He overcharges.', adminsOnly: true })
  await declineQuote(cast.agent, quote.id, { reason: 'Too dear' })
  for (const who of [cast.agent, cast.admin]) {
    const [status, text] = await read(who, `/jobs/${job.id}/evidence`)
    expect(status).toBe(200)
    const plain = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    for (const words of [
      job.jobRef,
      'Topped up the pressure',
      'Version 2',
      'from £480.00',
      'Too dear',
      'Quote Declined, ',
      'The valve leaks too.',
      'Contractor Assigned',
    ])
      expect(plain).toContain(words)
    expect(text).toContain(photo)
    expect(text).not.toContain('He overcharges.')
  }
})

test('evidence has each entry of the timeline that its reader has on the job’s page', async () => {
  const job = await aJob(cast, 'quote_approved')
  const timelineOf = (html: string) => /<ol class="stack" aria-label="Timeline">.*?<\/ol>/s.exec(html)?.[0]
  const shown = timelineOf((await read(cast.agent, `/jobs/${job.id}/evidence`))[1])
  expect(shown).toContain('Quote Approved')
  expect(timelineOf((await read(cast.agent, `/jobs/${job.id}`))[1])).toBe(shown)
})

test('evidence and the API have what the tenant was sent of a hazard that was none', async () => {
  const id = await targets.aHazard(cast)
  const path = `/api/jobs/${id}/hazard/summary`
  await sendSummary(cast.agent, id, A_SUMMARY)
  const kept = JSON.parse((await read(cast.agent, path))[1])
  await changeHazard(cast.agent, id, { level: 'none', reason: 'It was condensation.' })
  expect(JSON.parse((await read(cast.agent, path))[1])).toEqual({ ...kept, draft: null })
  for (const who of [cast.agent, cast.admin])
    for (const words of Object.values(A_SUMMARY)) expect((await read(who, `/jobs/${id}/evidence`))[1]).toContain(words)
  expect((await read(cast.agent, `/jobs/${id}/hazard/summary`))[0]).toBe(404)
})

test('evidence leads to the job that carries the quote out, and back', async () => {
  const job = await aJob(cast, 'quote_approved')
  const work = job.quotes[0]!.workJobId!
  const there = (await read(cast.agent, `/jobs/${job.id}/evidence`))[1]
  expect(there).toMatch(new RegExp(`Carried out as.*/jobs/${work}/evidence`))
  expect((await read(cast.admin, `/jobs/${work}/evidence`))[1]).toMatch(
    new RegExp(`Quoted in.*/jobs/${job.id}/evidence`),
  )
})

test('a contractor is refused the evidence, who may not read all of it', async () => {
  const job = await aJob(cast, 'assigned')
  expect((await read(cast.contractor, `/jobs/${job.id}/evidence`))[0]).toBe(403)
  expect((await read(cast.contractor, `/jobs/${job.id}`))[1]).not.toContain('evidence')
  expect((await read(cast.agent, `/jobs/${job.id}`))[1]).toContain(`/jobs/${job.id}/evidence`)
})
