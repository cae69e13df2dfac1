import { eq, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, db, type Tx } from '#db/connect/client.ts'
import { idList, isAmong } from '#db/query/conditions.ts'
import { lockName } from '#db/query/locks.ts'
import { emailSql } from '#db/query/predicates.ts'
import { jobs, personRecords } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { returnJobs } from '#src/accounts/actions.ts'
import { lockConcerned } from '#src/accounts/admin/edit.ts'
import { actorById } from '#src/accounts/queries.ts'
import { lockAndRevokeAccess } from '#src/accounts/revoke-access.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { patternsOf } from '#src/domain/account/person/patterns.ts'
import { FORMER_TENANT, formerOf, mustBeDeleted, subjectOf } from '#src/domain/account/person/person.ts'
import { recordChanges } from '#src/events/record.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import { leaveUnfinished } from '#src/jobs/assignment/hand-over.ts'
import { removeUnsharedViews } from '#src/list-views/removal.ts'
import { enqueue } from '#src/queue/enqueue.ts'
import type { Settle } from '#src/queue/handler.ts'
import { isUnfinished } from '#src/retention/last-change.ts'
import { removeStaleLetters } from '#src/retention/letters.ts'
import { turnOffLeft } from '#src/webhooks/settle.ts'
import { transaction } from '#src/writes/transaction.ts'
import { addressesHeld, isTheirAddress } from './addresses.ts'
import { jobsOfTenant } from './find.ts'
import { type Erased, idsKeptOutside, keepOutside, keptOutside } from './kept.ts'
import { forgetWords, scrubTexts } from './scrub.ts'
import { accountTerms, type ErasedAccount, type Sought, tenantTerms } from './terms.ts'

/** Names and contacts go at once from account or jobs; texts follow in the background. Returns what stands instead. */
export function erasePerson(user: Actor, personId: string): Promise<string> {
  authorize(user, 'managePeople')
  const { kind, id } = subjectOf(personId)
  if (!isUuid(id)) throw new NotFound()
  const erase = async (tx: Tx) => {
    await lockName(tx, 'people')
    const erased = kind === 'account' ? await eraseAccount(tx, user, id) : await eraseTenant(tx, id)
    const jobIds = kind === 'account' ? await jobsOfAccount(tx, id) : erased.subjects
    await recordChanges(tx, user, [
      ...(kind === 'account' ? [{ type: 'account.erased' as const, subjectId: id }] : []),
      ...jobIds.map((jobId) => ({ type: 'job.changed' as const, jobId })),
    ])
    const [made] = await tx
      .insert(personRecords)
      .values({ action: 'erased', kind, byId: user.id, ...erased })
      .returning({ id: personRecords.id })
    await enqueue(tx, 'erasure', [made!.id])
    return erased.label
  }
  return transaction(erase, kind === 'account' ? { ending: [id] } : {})
}

type Begun = { subjects: string[]; label: string; terms: Sought }

async function lockAccount(tx: Tx, id: string): Promise<ErasedAccount> {
  await lockConcerned(tx, id)
  const rows = await tx.execute(sql`
    select role, deleted_at as "deletedAt", first_name as "firstName", last_name as "lastName", email, username, phone, company
    from users where id = ${id} for update`)
  if (!rows[0]) throw new NotFound()
  return rows[0] as ErasedAccount
}

async function eraseAccount(tx: Tx, user: Actor, id: string): Promise<Begun> {
  if (await isErased(tx, id)) throw new Refused('This person has been erased already.')
  if (id === user.id) throw new Refused('You cannot erase yourself: please ask another administrator.')
  const row = await lockAccount(tx, id)
  if (mustBeDeleted(row))
    throw new Refused('This account is in use. Please delete it first, so that somebody has its open jobs.')
  if (!row.deletedAt) await lockAndRevokeAccess(tx, id)
  const label = await nextLabel(tx, formerOf(row.role))
  const terms = await accountTerms(tx, id, row)
  await replaceAccount(tx, id, label)
  await turnOffLeft(tx)
  return { subjects: [id], label, terms }
}

const isErased = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.$count(
    personRecords,
    sql`${personRecords.action} = 'erased' and ${personRecords.subjects} && array[${id}]::uuid[]`,
  )) > 0

async function nextLabel(tx: Tx, former: string): Promise<string> {
  const [row] = await tx.execute<{ last: number }>(sql`
    select coalesce(max(substring(label from ${`^${former} ([0-9]+)$`})::int), 0) as last from person_records`)
  return `${former} ${row!.last + 1}`
}

async function replaceAccount(tx: Tx, id: string, label: string): Promise<void> {
  const held = await addressesHeld(tx, id)
  await tx.execute(sql`
    update users set first_name = ${label}, last_name = null, email = null, username = null, phone = null, company = null,
      address = null, vat_number = null, contractor_type = null, contractor_types = '{}', areas = '{}', away_until = null,
      profile_image_url = null, preferences = '{}', hashed_password = null, oidc_issuer = null, oidc_subject = null,
      deleted_at = coalesce(deleted_at, now()), updated_at = now()
    where id = ${id}`)
  for (const table of [
    'passkeys',
    'sessions',
    'api_tokens',
    'links',
    'idempotency_keys',
    'sign_in_addresses',
    'sign_in_devices',
  ])
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = ${id}`)
  await removeUnsharedViews(tx, id)
  await tx.execute(sql`
    update account_events set detail = nullif(jsonb_strip_nulls(jsonb_build_object(
      'before.role', detail->'before.role', 'after.role', detail->'after.role')), '{}')
    where user_id = ${id} and detail is not null`)
  await replaceAddress(tx, label, isTheirAddress('contractor_email', held))
  const isTheirs = isTheirAddress('email', held)
  await tx.execute(sql`update complaints set "email" = ${label} where ${isTheirs}`)
}

async function replaceAddress(tx: Tx, label: string, isTheirs: SQL): Promise<void> {
  await tx.execute(sql`
    with dropped as (delete from email_notifications where ${isTheirs} and ${emailSql.isUnsent()} returning id)
    delete from outbox where kind = 'email' and subject in (select id from dropped)`)
  await tx.execute(sql`update email_notifications set contractor_email = ${label} where ${isTheirs}`)
}

async function eraseTenant(tx: Tx, jobId: string): Promise<Begun> {
  const subjects = await jobsOfTenant(tx, jobId)
  if (subjects.length === 0)
    throw (await isErased(tx, jobId)) ? new Refused('This person has been erased already.') : new NotFound()
  const [open] = await tx.execute<{ ref: string }>(sql`
    select job_ref as ref from jobs where id = any(${idList(subjects)}::uuid[])
      and ${isUnfinished(sql`jobs`)} order by id limit 1`)
  if (open) throw new Refused(`${open.ref} still needs this tenant. Please finish or cancel it first.`)
  const terms = await tenantTerms(tx, subjects)
  await replaceTenant(tx, subjects, terms.emails)
  return { subjects, label: FORMER_TENANT, terms }
}

async function replaceTenant(tx: Tx, jobIds: readonly string[], emails: readonly string[]): Promise<void> {
  await tx.update(jobs).set({ tenantName: FORMER_TENANT, tenantPhone: null }).where(isAmong(jobs.id, jobIds))
  const among = sql`job_id = any(${idList(jobIds)}::uuid[])`
  for (const email of emails.map((one) => one.toLowerCase())) {
    await replaceAddress(tx, FORMER_TENANT, sql`${among} and lower(contractor_email) = ${email}`)
    await tx.execute(
      sql`update hazard_summaries set "email" = ${FORMER_TENANT} where ${among} and lower("email") = ${email}`,
    )
  }
}

const PART_SECONDS = 20

export async function finishErasure(recordId: string): Promise<void> {
  while (await eraseOnward(recordId));
}

export async function erasePart(recordId: string): Promise<Settle> {
  const more = await eraseOnward(recordId)
  return async () => (more ? { delayMs: null, reason: 'More texts are to be gone through.' } : null)
}

async function eraseOnward(recordId: string): Promise<boolean> {
  const [record] = await db.select().from(personRecords).where(eq(personRecords.id, recordId))
  if (!record?.terms || !record.label) return false
  const { id, kind, subjects, label, terms, createdAt } = record
  await keepOutside({ id, kind, subjects, label, at: createdAt.toISOString() })
  const at = await scrubSome({ kind, subjects, label }, terms)
  const done = at ? { terms: { ...terms, at } } : { terms: null, doneAt: sql`now()` }
  await transaction((tx) => tx.update(personRecords).set(done).where(eq(personRecords.id, recordId)))
  if (!at) await removeStaleLetters()
  return at !== null
}

async function scrubSome(
  { kind, subjects, label }: Pick<Erased, 'kind' | 'subjects' | 'label'>,
  { isShared, shared, companies = [], at, ...terms }: NonNullable<(typeof personRecords.$inferSelect)['terms']>,
) {
  const others = shared ?? (isShared ? terms.names : [])
  const accountId = kind === 'account' ? subjects[0]! : null
  const jobIds = accountId ? await jobsOfAccount(db, accountId) : subjects
  const next = await scrubTexts({ ...patternsOf(terms, others), label, accountId, jobIds }, at, PART_SECONDS)
  if (!next) await forgetWords([...terms.names, ...terms.emails, ...terms.usernames, ...terms.phones, ...companies])
  return next
}

async function jobsOfAccount(tx: DbOrTx, id: string): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from jobs where estate_agent_id = ${id} union select id from jobs where contractor_id = ${id}
    union select job_id from past_contractors where contractor_id = ${id}
    union select job_id from lost_jobs where user_id = ${id}`)
  return rows.map((row) => row.id)
}

/** Of a database from before somebody was erased. Returns the records whose texts are to follow. */
export async function eraseAgain(): Promise<string[]> {
  const kept = await idsKeptOutside()
  if (kept.length === 0) return []
  const known = await db.select({ id: personRecords.id }).from(personRecords).where(isAmong(personRecords.id, kept))
  const again = []
  for (const id of new Set(kept).difference(new Set(known.map((record) => record.id))))
    if (await eraseOneAgain(await keptOutside(id))) again.push(id)
  return again
}

const eraseOneAgain = ({ id, kind, subjects, label, at }: Erased): Promise<boolean> =>
  transaction(async (tx) => {
    await lockName(tx, 'people')
    if (await tx.$count(personRecords, eq(personRecords.id, id))) return false
    const there = await tx.execute(sql`
      select id from ${sql.identifier(kind === 'account' ? 'users' : 'jobs')} where id = any(${idList(subjects)}::uuid[])`)
    if (there.length === 0) return false
    const terms = kind === 'account' ? await accountAgain(tx, subjects[0]!, label) : await tenantAgain(tx, subjects)
    await tx
      .insert(personRecords)
      .values({ id, kind, subjects, label, action: 'erased', terms, createdAt: new Date(at) })
    await enqueue(tx, 'erasure', [id])
    return true
  })

async function accountAgain(tx: Tx, id: string, label: string): Promise<Sought> {
  const row = await lockAccount(tx, id)
  const terms = await accountTerms(tx, id, row)
  const leaving = await actorById(id)
  await replaceAccount(tx, id, label)
  if (leaving) await returnJobs(tx, { ...leaving, firstName: label, lastName: null }, id)
  await leaveUnfinished(tx, id, label)
  return terms
}

async function tenantAgain(tx: Tx, subjects: readonly string[]): Promise<Sought> {
  const terms = await tenantTerms(tx, subjects)
  await replaceTenant(tx, subjects, terms.emails)
  return terms
}
