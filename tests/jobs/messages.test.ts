import { describe, expect, test } from 'bun:test'
import { assignJob, cancelJob, unassignJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { approveQuote } from '#src/quotes/actions.ts'
import { aCast, aContractor, aJob, completion } from '#tests/support/world.ts'
import { lastMessage } from './notified.ts'

describe('what a message says', () => {
  test('of an assigned job: every detail, and a link', async () => {
    const cast = await aCast()
    const job = await aJob(cast, 'assigned', { job: { urgency: 'high' } })
    expect(await lastMessage()).toMatchObject({
      ...{ emailType: 'job_assigned', jobId: job.id, status: 'queued', sentAt: null },
      content: {
        ...{
          recipientName: 'Carl Mason',
          jobRef: job.jobRef,
          urgency: 'high',
          jobType: 'visit',
          path: `/jobs/${job.id}`,
        },
        ...{ propertyName: job.propertyName, propertyAddress: job.propertyAddress, accessNotes: 'Key at the office' },
        ...{
          issueDescription: job.issueDescription,
          estateAgency: 'Rightway Lettings',
          estateAgentName: 'Olivia Hart',
        },
        ...{ estateAgentEmail: cast.agent.email, estateAgentPhone: '020 7946 0001' },
      },
    })
  })

  test('of a withdrawn one: to the contractor who had it', async () => {
    const [cast, other] = [await aCast(), await aContractor({ firstName: 'Dora' })]
    const { id } = await aJob(cast, 'assigned')
    await assignJob(cast.admin, id, other.id)
    await unassignJob(cast.admin, id)
    expect(await lastMessage()).toMatchObject({
      contractorEmail: other.email!,
      content: { recipientName: 'Dora Mason' },
    })
  })

  test('of a quote: its amount, description and link; of an approved one: the new job’s', async () => {
    const cast = await aCast()
    const { quotes } = await aJob(cast, 'quote_pending', { completion: { quoteAmount: '1234.5' } })
    const facts = { quoteAmount: '£1,234.50', quoteDescription: 'Replace the expansion vessel.' }
    expect((await lastMessage()).content).toMatchObject({ ...facts, path: '/decide-quote', linkId: expect.any(String) })
    await approveQuote(cast.agent, quotes[0]!.id)
    const { jobId, content } = await lastMessage()
    expect(content).toMatchObject({ ...facts, jobRef: 'JOB-000002', jobType: 'quote_work', path: `/jobs/${jobId}` })
  })

  test('of a cancelled or deleted one: why', async () => {
    const cast = await aCast()
    const [one, two] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
    await cancelJob(cast.admin, one.id, 'The house was sold.')
    expect((await lastMessage()).content).toMatchObject({ jobRef: one.jobRef, reason: 'The house was sold.' })
    await deleteJob(cast.admin, two.id)
    const { jobId, content } = await lastMessage()
    expect(content).toMatchObject({ jobRef: two.jobRef, by: 'Ada King', path: '/jobs' })
    expect(jobId).toBeNull()
  })

  test('of completed work: what was done', async () => {
    const cast = await aCast()
    await aJob(cast, 'completed')
    expect(await lastMessage()).toMatchObject({
      contractorEmail: cast.agent.email!,
      content: { workDone: completion().workDone, contractorName: 'Carl Mason', recipientName: 'Olivia Hart' },
    })
  })
})
