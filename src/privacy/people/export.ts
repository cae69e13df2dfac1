import { and, or, type SQL, sql } from 'drizzle-orm'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { db } from '#db/connect/client.ts'
import { idList, isSelected } from '#db/query/conditions.ts'
import { photoSql } from '#db/query/predicates.ts'
import { emailNotifications, personRecords } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { namedPattern } from '#src/domain/account/person/patterns.ts'
import { type HeldPerson, subjectOf } from '#src/domain/account/person/person.ts'
import { today } from '#src/domain/dates.ts'
import { bytesOf, streamed } from '#src/http/respond/streamed.ts'
import { readPhoto } from '#src/photos/image/thumbnails.ts'
import { transaction } from '#src/writes/transaction.ts'
import { addressesHeld, type HeldAddress, isTheirAddress } from './addresses.ts'
import { heldPerson, jobsOfTenant } from './find.ts'
import { tenantAddresses } from './terms.ts'

const ROWS = 200

/** Of each table, the rows about somebody; never what opens an account. */
type Part = { file: string; table: string; key?: string; where: SQL }

const PROOFS = [
  'hashed_password',
  'token_hash',
  'form_hash',
  'sid',
  'credential_id',
  'public_key',
  'device_hash',
  'address_hash',
]
const LEFT_OUT = [...PROOFS, 'words', 'tenant_words', 'search_text']

const naming =
  (pattern: string | null) =>
  (...columns: string[]): SQL =>
    or(...columns.map((column) => sql`${sql.identifier(column)}::text ~* ${pattern}`))!

function partsOfAccount({ id, name }: HeldPerson, held: readonly HeldAddress[]): Part[] {
  const by = (column: string) => sql`${sql.identifier(column)} = ${id}`
  const sent = sql`(select id from email_notifications where ${isTheirAddress('contractor_email', held)})`
  const names = naming(/\S\s+\S/.test(name) ? namedPattern(name, null) : null)
  return [
    { file: 'account', table: 'users', where: by('id') },
    { file: 'account-history', table: 'account_events', where: sql`${by('user_id')} or ${by('actor_id')}` },
    { file: 'sessions', table: 'sessions', key: 'sid', where: by('user_id') },
    { file: 'passkeys', table: 'passkeys', where: by('user_id') },
    { file: 'sign-in-devices', table: 'sign_in_devices', key: 'device_hash', where: by('user_id') },
    { file: 'sign-in-addresses', table: 'sign_in_addresses', key: 'address_hash', where: by('user_id') },
    { file: 'tokens', table: 'api_tokens', where: by('user_id') },
    { file: 'views', table: 'list_views', where: by('user_id') },
    { file: 'links', table: 'links', where: by('user_id') },
    { file: 'jobs', table: 'jobs', where: sql`${by('estate_agent_id')} or ${by('contractor_id')}` },
    { file: 'visits', table: 'job_visits', where: by('contractor_id') },
    { file: 'quotes', table: 'quotes', where: by('contractor_id') },
    { file: 'invoices', table: 'invoices', where: by('contractor_id') },
    { file: 'messages', table: 'messages', where: by('author_id') },
    { file: 'hazard-summaries', table: 'hazard_summaries', where: by('sent_by_id') },
    { file: 'certificates', table: 'certificates', where: sql`${by('created_by')} or ${names('done_by')}` },
    { file: 'certificate-excuses', table: 'certificate_excuses', key: 'ctid', where: by('by_id') },
    { file: 'accounting-codes', table: 'accounting_codes', key: 'ctid', where: by('owner') },
    { file: 'timeline', table: 'job_events', where: by('actor_id') },
    { file: 'bulk-actions', table: 'bulk_actions', where: by('actor_id') },
    { file: 'e-mails', table: 'email_notifications', where: isSelected(emailNotifications.id, sent) },
    { file: 'complaints', table: 'complaints', where: isTheirAddress('email', held) },
    { file: 'photos', table: 'uploaded_objects', where: and(by('user_id'), photoSql.isStored())! },
  ]
}

async function partsOfTenant({ name, phone }: HeldPerson, jobIds: readonly string[]): Promise<Part[]> {
  const jobs = sql`any(${idList(jobIds)}::uuid[])`
  const there = sql`job_id = ${jobs}`
  const ofQuotes = sql`quote_id in (select id from quotes where ${there})`
  const names = naming(namedPattern(name, phone))
  const addresses = await tenantAddresses(db, jobIds)
  const isTheirs = (column: string) =>
    or(...addresses.map((address) => sql`lower(${sql.identifier(column)}) = lower(${address})`)) ?? sql`false`
  const noted = or(names('note', 'email'), isTheirs('email'))
  const mailed = sql`${names('content')} or ${isTheirs('contractor_email')}`
  return [
    { file: 'jobs', table: 'jobs', where: sql`id = ${jobs}` },
    { file: 'visits', table: 'job_visits', where: and(there, names('work_description'))! },
    { file: 'quotes', table: 'quotes', where: and(there, names('description', 'notes', 'lines', 'reason'))! },
    { file: 'invoices', table: 'invoices', where: and(there, names('description', 'lines', 'void_reason'))! },
    { file: 'links', table: 'links', where: sql`(${there} or ${ofQuotes}) and (${noted})` },
    { file: 'timeline', table: 'job_events', where: and(there, names('detail'))! },
    { file: 'messages', table: 'messages', where: and(there, names('text'))! },
    { file: 'hazard-summaries', table: 'hazard_summaries', where: there },
    { file: 'e-mails', table: 'email_notifications', where: sql`${there} and (${mailed})` },
    { file: 'photos', table: 'uploaded_objects', where: and(there, photoSql.isStored())! },
  ]
}

type Row = { id: string; row: Record<string, unknown> }

async function* rowsOf({ table, key = 'id', where }: Part): AsyncGenerator<Row[], void> {
  const by = sql`${sql.identifier(table)}.${sql.identifier(key)}`
  let last: string | null = null
  for (;;) {
    const after = last === null ? sql`true` : sql`${by} > ${last}`
    const rows = (await db.execute(sql`
      select ${by}::text as id, to_jsonb(${sql.identifier(table)}) - ${`{${LEFT_OUT.join(',')}}`}::text[] as row
      from ${sql.identifier(table)} where (${where}) and ${after} order by ${by} limit ${ROWS}`)) as Row[]
    if (rows.length) yield rows
    if (rows.length < ROWS) return
    last = rows.at(-1)!.id
  }
}

async function* zipped(parts: readonly Part[], userId: string): AsyncGenerator<Uint8Array, void> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  const taken = () => ready.splice(0)
  for (const part of parts) {
    const file = new ZipDeflate(`${part.file}.json`)
    zip.add(file)
    let before = '[\n'
    for await (const rows of rowsOf(part)) {
      for (const { row } of rows) {
        file.push(strToU8(before + JSON.stringify(row)))
        before = ',\n'
      }
      yield* taken()
    }
    file.push(strToU8(before === '[\n' ? '[]\n' : '\n]\n'), true)
    yield* taken()
  }
  for await (const rows of rowsOf(parts.at(-1)!))
    for (const { id, row } of rows) {
      const photo = await readPhoto(id, 'photo', userId)
      if (!photo) continue
      const file = new ZipPassThrough(`photos/${id}.${row.content_type === 'application/pdf' ? 'pdf' : 'jpg'}`)
      zip.add(file)
      file.push(new Uint8Array(await photo.arrayBuffer()), true)
      yield* taken()
    }
  zip.end()
  ready = taken()
  yield* ready
}

/** A ZIP of JSON files and photos, streamed; that it was made is recorded by ids. */
export async function exportPerson(user: Actor, request: Request, personId: string): Promise<Response> {
  authorize(user, 'managePeople')
  const person = await heldPerson(personId)
  const { kind, id } = subjectOf(personId)
  const jobIds = kind === 'tenant' ? await jobsOfTenant(db, id) : []
  if (request.method !== 'HEAD')
    await transaction((tx) =>
      tx
        .insert(personRecords)
        .values({ action: 'exported', kind, subjects: kind === 'tenant' ? jobIds : [id], byId: user.id }),
    )
  const parts =
    kind === 'tenant' ? await partsOfTenant(person, jobIds) : partsOfAccount(person, await addressesHeld(db, id))
  return streamed(request, () => bytesOf(zipped(parts, user.id)), {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="fettle-person-${today()}.zip"`,
    'cache-control': 'no-store',
  })
}
