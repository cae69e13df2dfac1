import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents, jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aContractor, completion, jobInput, withQuote } from '#tests/support/world.ts'
import { type Answer, passes, quoteOf, refusal, send, slot, statusOf, timeline, told } from './storytelling.ts'

// Six jobs as they really go, by the API: for each what everybody was told, and the timeline as its evidence.

const cast = castOfEachTest()

const clients = async () => {
  const [agent, carl, admin] = await Promise.all([cast.agent, cast.contractor, cast.admin].map(signedInAs))
  return { agent: agent!, carl: carl!, admin: admin! }
}

async function raised(by: Client, to: Actor = cast.contractor, values = {}) {
  const admin = await signedInAs(cast.admin)
  const { id } = await send(by, 'POST', '/api/jobs', jobInput(values))
  await send(admin, 'POST', `/api/jobs/${id}/assign`, { contractorId: to.id })
  return id
}

describe('a job as it really goes', () => {
  test('nobody is home twice, then it is done', async () => {
    const { agent, carl, admin } = await clients()
    const id = await raised(agent)
    for (const words of ['Rang twice, nobody came to the door.', 'Nobody in again, left a card.']) {
      await send(carl, 'PUT', `/api/jobs/${id}/appointment`, slot)
      const missed = await send(carl, 'POST', `/api/jobs/${id}/visits`, { outcome: 'no_access', workDone: words })
      expect(missed).toMatchObject({ status: 'assigned', appointment: null })
    }
    await send(carl, 'PUT', `/api/jobs/${id}/appointment`, slot)
    const done = await send(carl, 'POST', `/api/jobs/${id}/complete`, completion())
    expect(done).toMatchObject({
      status: 'completed',
      visits: [{ outcome: 'no_access' }, { outcome: 'no_access' }, {}],
    })
    // An administrator charges for two of the three.
    const toInvoice = (await send(admin, 'GET', '/api/contractor-visits-invoicing')) as unknown as Answer[]
    const own = toInvoice.filter(({ job }) => (job as Answer).id === id)
    expect(own.map(({ outcome }) => outcome).sort()).toEqual(['done', 'no_access', 'no_access'])
    await send(admin, 'DELETE', `/api/visits/${own.find(({ outcome }) => outcome === 'no_access')!.id}`)
    for (const visit of (await send(admin, 'GET', `/api/jobs/${id}`)).visits as Answer[])
      await send(admin, 'POST', `/api/visits/${visit.id}/mark-invoiced`)
    expect(await statusOf(admin, id)).toBe('invoiced')
    expect(await told(id)).toEqual([
      'job_assigned → Carl',
      'appointment_booked → Olivia',
      'job_no_access → Olivia',
      'appointment_booked → Olivia',
      'job_no_access → Olivia',
      'appointment_booked → Olivia',
      'job_completed → Olivia',
    ])
    expect(await timeline(id)).toEqual([
      'created by Olivia: pending',
      'assigned by Ada: assigned',
      'appointmentBooked by Carl: assigned',
      'noAccess by Carl: assigned',
      'appointmentMissed by Carl: assigned',
      'appointmentBooked by Carl: assigned',
      'noAccess by Carl: assigned',
      'appointmentMissed by Carl: assigned',
      'appointmentBooked by Carl: assigned',
      'completed by Carl: completed',
      'appointmentKept by Carl: completed',
      'visitDeleted by Ada: completed',
      'itemInvoiced by Ada: completed',
      'itemInvoiced by Ada: completed',
      'invoiced by Ada: invoiced',
    ])
  })

  test('parts are ordered, the contractor falls ill, another makes the second visit', async () => {
    const { agent, carl, admin } = await clients()
    const dee = await aContractor({ firstName: 'Dee', lastName: 'Whitlock' })
    const id = await raised(agent)
    const waiting = await send(carl, 'POST', `/api/jobs/${id}/visits`, {
      outcome: 'return',
      workDone: 'The valve is worn. A new one comes on Thursday.',
    })
    expect(waiting).toMatchObject({
      status: 'in_progress',
      visits: [{ outcome: 'return', invoicingStatus: 'pending' }],
    })
    await send(carl, 'POST', `/api/jobs/${id}/messages`, { text: 'The part is at the merchant in Guildford.' })
    await send(carl, 'PUT', `/api/jobs/${id}/appointment`, slot)
    const passed = await send(admin, 'POST', `/api/jobs/${id}/assign`, { contractorId: dee.id })
    expect(passed).toMatchObject({ status: 'assigned', contractorId: dee.id, appointment: null })
    const second = await signedInAs(dee)
    const read = (await send(second, 'GET', `/api/jobs/${id}/messages`)) as unknown as Answer[]
    expect(read.map(({ text }) => text)).toEqual(['The part is at the merchant in Guildford.'])
    await send(second, 'POST', `/api/jobs/${id}/complete`, completion({ workDone: 'Fitted the new valve.' }))
    const whole = await send(admin, 'GET', `/api/jobs/${id}`)
    expect((whole.visits as Answer[]).map(({ contractorId, outcome }) => [contractorId, outcome])).toEqual([
      [cast.contractor.id, 'return'],
      [dee.id, 'done'],
    ])
    expect((await told(id)).filter((line) => !line.startsWith('new_messages'))).toEqual([
      'job_assigned → Carl',
      'job_return_needed → Olivia',
      'appointment_booked → Olivia',
      'appointment_cancelled → Olivia',
      'job_withdrawn → Carl',
      'job_assigned → Dee',
      'job_completed → Olivia',
    ])
    expect(await timeline(id)).toEqual([
      'created by Olivia: pending',
      'assigned by Ada: assigned',
      'returnNeeded by Carl: in_progress',
      'appointmentBooked by Carl: in_progress',
      'reassigned by Ada: assigned',
      'appointmentCancelled by Ada: assigned',
      'completed by Dee: completed',
    ])
  })

  test('a quote of £12.34 is revised to £1,234, declined with a wish for a new price, and approved', async () => {
    const { agent, carl } = await clients()
    const id = await raised(agent)
    await send(carl, 'POST', `/api/jobs/${id}/complete`, withQuote({ quoteAmount: 12.34 }))
    const { id: quoteId } = await quoteOf(id)
    const revised = await send(carl, 'PATCH', `/api/quotes/${quoteId}`, { quoteAmount: 1234, version: 1 })
    expect(revised).toMatchObject({ amount: '1234.00', version: 2, status: 'pending' })
    expect(await refusal(agent, 'PATCH', `/api/quotes/${quoteId}/approve`, { version: 1 })).toBe(
      '409 The quote has changed: it is now £1,234.00.',
    )
    await send(agent, 'PATCH', `/api/quotes/${quoteId}/decline`, {
      version: 2,
      reason: 'The landlord pays up to £1,100.',
      askAgain: true,
    })
    expect(await statusOf(carl, id)).toBe('assigned')
    await send(carl, 'POST', `/api/jobs/${id}/complete`, withQuote({ quoteAmount: 1080 }))
    const second = await quoteOf(id)
    await send(agent, 'PATCH', `/api/quotes/${second.id}/approve`, { version: 1 })
    const job = await send(agent, 'GET', `/api/jobs/${id}`)
    expect(job).toMatchObject({
      status: 'quote_approved',
      quotes: [
        { status: 'declined', amount: '1234.00', version: 2, reason: 'The landlord pays up to £1,100.' },
        { status: 'approved', amount: '1080.00', version: 1 },
      ],
    })
    const [work] = await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.parentJobId, id))
    expect(await told(id, work!.id)).toEqual([
      'job_assigned → Carl',
      'quote_submitted → Olivia',
      'quote_revised → Olivia',
      'new_price_asked → Carl',
      'quote_submitted → Olivia',
      'quote_approved → Carl',
    ])
    expect(await timeline(id)).toEqual([
      'created by Olivia: pending',
      'assigned by Ada: assigned',
      'completedWithQuote by Carl: quote_pending',
      'quoteSubmitted by Carl: quote_pending',
      'quoteRevised by Carl: quote_pending',
      'newPriceAsked by Olivia: assigned',
      'completedWithQuote by Carl: quote_pending',
      'quoteSubmitted by Carl: quote_pending',
      'quoteApproved by Olivia: quote_approved',
    ])
  })

  test('three rivals: one is approved, the others are declined and told', async () => {
    const { agent, carl, admin } = await clients()
    const [dee, tom] = [await aContractor({ firstName: 'Dee' }), await aContractor({ firstName: 'Tom' })]
    const id = await raised(agent)
    await send(carl, 'POST', `/api/jobs/${id}/complete`, withQuote({ quoteAmount: 900 }))
    const rivals: string[] = []
    for (const rival of [dee, tom]) {
      const asked = await send(admin, 'POST', `/api/jobs/${id}/rivals`, { contractorId: rival.id })
      expect(asked).toMatchObject({ status: 'assigned', rivalOfJobId: id, contractorId: rival.id })
      rivals.push(asked.id)
    }
    const prices = { [rivals[0]!]: 780, [rivals[1]!]: 1100 }
    for (const [index, rival] of [dee, tom].entries()) {
      const jobId = rivals[index]!
      await send(
        await signedInAs(rival),
        'POST',
        `/api/jobs/${jobId}/complete`,
        withQuote({ quoteAmount: prices[jobId]! }),
      )
    }
    await send(agent, 'PATCH', `/api/quotes/${(await quoteOf(rivals[0]!)).id}/approve`, { version: 1 })
    expect(await Promise.all([id, ...rivals].map((one) => statusOf(admin, one)))).toEqual([
      'completed',
      'quote_approved',
      'completed',
    ])
    const [work] = await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.parentJobId, rivals[0]!))
    const lines = await told(id, ...rivals, work!.id)
    expect(lines.slice(0, 6)).toEqual([
      'job_assigned → Carl',
      'quote_submitted → Olivia',
      'job_assigned → Dee',
      'job_assigned → Tom',
      'quote_submitted → Olivia',
      'quote_submitted → Olivia',
    ])
    expect(lines.slice(6).sort()).toEqual(['quote_approved → Dee', 'quote_declined → Carl', 'quote_declined → Tom'])
    expect(await timeline(id)).toEqual([
      'created by Olivia: pending',
      'assigned by Ada: assigned',
      'completedWithQuote by Carl: quote_pending',
      'quoteSubmitted by Carl: quote_pending',
      'rivalAsked by Ada: quote_pending',
      'rivalAsked by Ada: quote_pending',
      'quoteDeclined by Olivia: completed',
    ])
  })

  test('a repair fails again after three weeks and is reopened', async () => {
    const { agent, carl, admin } = await clients()
    const id = await raised(agent)
    await send(carl, 'POST', `/api/jobs/${id}/complete`, completion())
    const [first] = (await send(admin, 'GET', `/api/jobs/${id}`)).visits as Answer[]
    await send(admin, 'POST', `/api/visits/${first!.id}/mark-invoiced`)
    await passes(21, id)
    const reason = 'The boiler loses pressure again.'
    const reopened = await send(agent, 'POST', `/api/jobs/${id}/reopen`, { reason, keepContractor: true })
    expect(reopened).toMatchObject({ status: 'assigned', contractorId: cast.contractor.id })
    await send(carl, 'POST', `/api/jobs/${id}/complete`, completion({ workDone: 'A new expansion vessel.' }))
    const again = (await send(admin, 'GET', `/api/jobs/${id}`)).visits as Answer[]
    expect(again.map(({ invoicingStatus }) => invoicingStatus)).toEqual(['invoiced', 'pending'])
    await send(admin, 'POST', `/api/visits/${again[1]!.id}/mark-invoiced`)
    expect(await statusOf(admin, id)).toBe('invoiced')
    await passes(91, id)
    expect(await refusal(agent, 'POST', `/api/jobs/${id}/reopen`, { reason })).toStartWith('409 ')
    expect(await told(id)).toEqual([
      'job_assigned → Carl',
      'job_completed → Olivia',
      'job_reopened → Carl',
      'job_reopened → Ada',
      'job_completed → Olivia',
    ])
    expect(await timeline(id)).toEqual([
      'created by Olivia: pending',
      'assigned by Ada: assigned',
      'completed by Carl: completed',
      'itemInvoiced by Ada: completed',
      'invoiced by Ada: invoiced',
      'reopenedAssigned by Olivia: assigned',
      'completed by Carl: completed',
      'itemInvoiced by Ada: completed',
      'invoiced by Ada: invoiced',
    ])
  })

  test('a typo in the address is corrected while the contractor has the form open', async () => {
    const { agent, carl } = await clients()
    const id = await raised(agent, cast.contractor, { propertyAddress: '21 Mill Lane, Guildford GU1 3XY' })
    const form = await carl.get(`/visit/${id}`)
    expect(form.status).toBe(200)
    const edited = await send(agent, 'PATCH', `/api/jobs/${id}`, { propertyAddress: '12 Mill Lane, Guildford GU1 3XY' })
    expect(edited).toMatchObject({ propertyAddress: '12 Mill Lane, Guildford GU1 3XY', postcode: 'GU1 3XY' })
    await send(carl, 'POST', `/api/jobs/${id}/complete`, completion())
    expect(await told(id)).toEqual(['job_assigned → Carl', 'job_changed → Carl', 'job_completed → Olivia'])
    expect(await timeline(id)).toEqual([
      'created by Olivia: pending',
      'assigned by Ada: assigned',
      'edited by Olivia: assigned',
      'completed by Carl: completed',
    ])
    const [edit] = await db.select().from(jobEvents).where(eq(jobEvents.event, 'edited'))
    expect(JSON.stringify(edit!.detail)).toContain('21 Mill Lane')
    expect(JSON.stringify(edit!.detail)).toContain('12 Mill Lane')
  })
})
