import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, queuedWork } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { checked } from '#src/http/input.ts'
import { assignJob, createJob, startJob } from '#src/jobs/actions.ts'
import { completeJob } from '#src/visits/actions.ts'
import { Completion, completionRule } from '#src/visits/input.ts'
import { DAY, FINISHED, URGENT } from './day-figures.ts'

// An agency's ordinary Monday: as many open jobs as one administrator oversees, by the actions that lead there.

type Cast = { admin: Actor; agents: Actor[]; contractors: Actor[] }

const STREETS = ['Mill Lane', 'Stoke Road', 'Walnut Tree Close', 'Epsom Road', 'Quarry Street', 'Park Row']
const ISSUES = [
  'The boiler loses pressure every night and the radiators stay cold.',
  'Kitchen tap drips.',
  'A fuse goes whenever the oven is turned on, and the lights in the hall flicker.',
  'The front door is stiff and the key has to be jiggled.',
]

let count = 0
const ages: { id: string; hours: number }[] = []

async function raised({ agents }: Cast, hours: number, values: { property?: string; urgent?: boolean } = {}) {
  const i = ++count
  const agent = agents[i % agents.length]!
  const address = `${i} ${STREETS[i % STREETS.length]}, Guildford GU${1 + (i % 9)} 3XY`
  const { id } = await createJob(agent, {
    estateAgentName: `${agent.firstName} ${agent.lastName}`,
    estateAgency: agent.company ?? '',
    propertyName: values.property ?? `${i} ${STREETS[i % STREETS.length]}`,
    propertyAddress: address,
    issueDescription: ISSUES[i % ISSUES.length]!,
    urgency: values.urgent ? 'high' : i % 2 ? 'medium' : 'low',
    contractorType: i % 2 ? 'plumbing' : undefined,
  })
  ages.push({ id, hours })
  return id
}

export async function fillDay(cast: Cast): Promise<void> {
  const { admin, contractors } = cast
  const [ill, ...others] = contractors
  const given = async (hours: number, contractor: Actor, property?: string) => {
    const id = await raised(cast, hours, { property })
    await assignJob(admin, id, contractor.id)
    return id
  }
  const next = () => others[count % others.length]!
  for (let i = 0; i < DAY.pending; i++) await raised(cast, 1 + i, { urgent: i < URGENT })
  for (let i = 0; i < DAY.atOneProperty; i++) await given(50 + i, next(), `Harbour House, Flat ${i + 1}`)
  for (let i = 0; i < DAY.ofTheIll; i++) await given(30 + i, ill!)
  for (let i = 0; i < DAY.started; i++) {
    const contractor = next()
    await startJob(contractor, await given(70 + i, contractor))
  }
  for (let i = 0; i < DAY.quoted; i++) {
    const contractor = next()
    const quote = { needsQuote: true, quoteAmount: 120 + i, quoteDescription: 'Replace the expansion vessel.' }
    await completed(contractor, await given(90 + i, contractor), quote)
  }
  // Raised up to a month ago, most of them late by now.
  for (let i = 0; i < DAY.assigned; i++) await given(4 + i * 2, next())
  for (let i = 0; i < FINISHED; i++) {
    const contractor = next()
    await completed(contractor, await given(200 + i, contractor))
  }
  await makeOlder()
  await db.delete(queuedWork)
  await db.update(emailNotifications).set({ status: 'sent', sentAt: sql`now()` })
}

const completed = (contractor: Actor, id: string, more: object = {}) =>
  completeJob(contractor, id, checked(Completion, { workDone: 'Bled the radiators.', ...more }, completionRule))

/** As if each had been raised, and all that happened to it, that much earlier. */
async function makeOlder(): Promise<void> {
  const by = sql`make_interval(hours => age.hours)`
  const age = sql`(select * from jsonb_to_recordset(${JSON.stringify(ages)}::text::jsonb) as x(id uuid, hours int)) age`
  await db.execute(sql`update job_events e set created_at = created_at - ${by} from ${age} where e.job_id = age.id`)
  await db.execute(sql`update job_visits v set visit_date = visit_date - ${by}, created_at = created_at - ${by}
    from ${age} where v.job_id = age.id`)
  await db.execute(sql`update quotes q set created_at = created_at - ${by} from ${age} where q.job_id = age.id`)
  await db.execute(sql`update jobs j set created_at = created_at - ${by}, updated_at = updated_at - ${by},
    waiting_since = waiting_since - ${by}, visit_by = visit_by - ${by}, first_visit_at = first_visit_at - ${by}
    from ${age} where j.id = age.id`)
}
