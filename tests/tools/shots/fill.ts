import { eq } from 'drizzle-orm'
import { openDatabase } from '#db/connect/open.ts'
import { ensureAdministrator } from '#src/accounts/sign-in/first-admin.ts'
import { AGENT, CONTRACTOR, NOBODY, PASSWORD } from './people.ts'

// Each world needs a process of its own: a process knows one database, that of its DATA_DIR. The argument 'new' stops at the
// administrator, 'hard' adds what stretches a screen, 'quiet' work that goes well, 'day' what an administrator oversees.

const embedded = await openDatabase()
const { closeDatabase, db } = await import('#db/connect/client.ts')
const { emailNotifications, users } = await import('#db/schema.ts')
const { insertAccount } = await import('#src/accounts/actions.ts')
const { actorById } = await import('#src/accounts/queries.ts')

await ensureAdministrator()
async function end(): Promise<never> {
  await closeDatabase()
  await embedded?.stop()
  process.exit(0)
}
const person = async (values: typeof users.$inferInsert) => {
  const { id } = await insertAccount(values, PASSWORD)
  return (await actorById(id))!
}
if (process.argv[2] === 'new') await end()
const agent = await person({ ...AGENT, role: 'estate_agent' })
const contractor = await person({ ...CONTRACTOR, role: 'contractor' })
await person({ ...NOBODY, role: null })
const ALL = { carl: contractor, dee: contractor, tom: contractor, sam: contractor }

if (process.argv[2] === 'hard') {
  const { play } = await import('#db/demo/play.ts')
  const { HARD_STORIES } = await import('./hard-stories.ts')
  const admin = await person({ email: 'grace@fettle.example', firstName: 'Grace', lastName: 'Hopper', role: 'admin' })
  for (const story of HARD_STORIES) await play(story, { agent, contractor, admin, contractors: ALL })
  const { certifyHard } = await import('./certified.ts')
  await certifyHard({ agent, contractor, admin })
  for (let i = 1; i <= 25; i++) {
    const name = { firstName: ['Tom', 'Sam', 'Dee'][i % 3]!, lastName: `Abara ${i}` }
    await person({
      ...name,
      email: `tom${i}@roofright.example`,
      role: 'contractor',
      phone: i % 2 ? '07700 900789' : null,
    })
    await person({ ...name, username: `agent${i}`, company: i % 2 ? 'Northgate Homes' : null, role: 'estate_agent' })
  }
  const failed = { status: 'failed', sentAt: null, lastError: '550 5.1.1 Mailbox unavailable' } as const
  await db.update(emailNotifications).set(failed).where(eq(emailNotifications.emailType, 'job_cancelled'))
}
if (process.argv[2] === 'quiet') {
  const { playQuiet } = await import('./quiet.ts')
  const admin = (await actorById((await db.query.users.findFirst({ where: eq(users.role, 'admin') }))!.id))!
  await playQuiet({ agent, contractor, admin, contractors: ALL })
}
if (process.argv[2] === 'day') {
  const { fillDay } = await import('./day.ts')
  const { ILL } = await import('./day-figures.ts')
  const admin = await person({ email: 'grace@fettle.example', firstName: 'Grace', lastName: 'Hopper', role: 'admin' })
  const of = (role: 'estate_agent' | 'contractor', names: { firstName: string; lastName: string; company: string }[]) =>
    Promise.all(
      names.map((name) => person({ ...name, email: `${name.firstName.toLowerCase()}@repairs.example`, role })),
    )
  const agents = await of('estate_agent', [
    { firstName: 'Priya', lastName: 'Shah', company: 'Rightway Lettings' },
    { firstName: 'Tom', lastName: 'Reid', company: 'Northgate Homes' },
  ])
  const contractors = await of('contractor', [
    { ...ILL, company: 'Kelly Heating' },
    { firstName: 'Dee', lastName: 'Whitlock', company: 'Whitlock Electrical' },
    { firstName: 'Sam', lastName: 'Abara', company: 'Roofright & Sons' },
    { firstName: 'Nell', lastName: 'Ford', company: 'Ford & Daughter Plumbing' },
  ])
  await fillDay({ admin, agents, contractors })
}
await end()
