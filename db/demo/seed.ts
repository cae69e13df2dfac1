import { and, eq, lt, ne, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { emailNotifications, queuedWork, settings, users } from '#db/schema.ts'
import { insertAccount } from '#src/accounts/actions.ts'
import { actorById } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { env } from '#src/runtime/env.ts'
import { keepCertificates } from './certificates.ts'
import { ADMIN, AGENTS, CONTRACTORS, DEMO_PASSWORD, WAITING } from './people.ts'
import { play } from './play.ts'
import { STORIES } from './stories.ts'

export async function seedDemo(): Promise<boolean> {
  // The lock is held to the end: of several processes one seeds, the others wait.
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    while (!(await tryLock(tx))) await Bun.sleep(100)
    if ((await db.$count(users)) > 0) return false
    const admin = await signUp({ ...ADMIN, role: 'admin' }, env.ADMIN_PASSWORD ?? DEMO_PASSWORD)
    const agents = await signUpAll(AGENTS, 'estate_agent')
    const contractors = await signUpAll(CONTRACTORS, 'contractor')
    await db.insert(users).values(WAITING)
    for (const story of STORIES)
      await play(story, { admin, agent: agents[story.agent], contractor: contractors[story.contractor], contractors })
    await keepCertificates(STORIES, agents)
    await settleMail()
    await db.insert(settings).values({ name: 'demo', done: true }).onConflictDoNothing()
    return true
  })
}

/** Polls instead of waiting: the pool gives up a statement that takes as long as seeding may. */
async function tryLock(tx: Tx): Promise<boolean> {
  const [row] = await tx.execute(sql`select pg_try_advisory_xact_lock(hashtextextended('demo', 0)) as locked`)
  return row?.locked === true
}

async function signUp(values: typeof users.$inferInsert, password: string): Promise<Actor> {
  const { id } = await insertAccount(values, password)
  const actor = await actorById(id)
  if (!actor) throw new Error(`The demo's ${values.firstName} is missing`)
  return actor
}

async function signUpAll<Name extends string>(
  people: Record<Name, typeof users.$inferInsert>,
  role: 'estate_agent' | 'contractor',
): Promise<Record<Name, Actor>> {
  const names = Object.keys(people) as Name[]
  const actors = await Promise.all(names.map((name) => signUp({ ...people[name], role }, DEMO_PASSWORD)))
  return Object.fromEntries(names.map((name, index) => [name, actors[index]!])) as Record<Name, Actor>
}

async function settleMail(): Promise<void> {
  const old = and(
    eq(emailNotifications.status, 'queued'),
    lt(emailNotifications.createdAt, sql`now() - interval '1 day'`),
  )
  const sent = { status: 'sent', sentAt: sql`${emailNotifications.createdAt}` } as const
  const settled = await db.update(emailNotifications).set(sent).where(old).returning({ id: emailNotifications.id })
  for (const { id } of settled)
    await db.delete(queuedWork).where(and(eq(queuedWork.kind, 'email'), eq(queuedWork.subject, id)))
  const [latest] = await db
    .select({ id: emailNotifications.id })
    .from(emailNotifications)
    .where(and(eq(emailNotifications.status, 'sent'), ne(emailNotifications.emailType, 'quote_submitted')))
    .orderBy(sql`${emailNotifications.createdAt} desc`)
    .limit(1)
  if (!latest) return
  const failed = { status: 'failed', sentAt: null, lastError: '550 5.1.1 Mailbox unavailable' } as const
  await db.update(emailNotifications).set(failed).where(eq(emailNotifications.id, latest.id))
}
