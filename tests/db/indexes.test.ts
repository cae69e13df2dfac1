import { afterEach, expect, test } from 'bun:test'
import { openAlone, rawClient } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { signedInAs } from '#tests/support/app.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { anAdmin } from '#tests/support/world.ts'

const indexes = async () => {
  const rows: { name: string; valid: boolean }[] = await rawClient`
    select indexrelid::regclass::text as name, indisvalid as valid from pg_index
    where indexrelid::regclass::text ~ '^(jobs|users|invoices)_' order by 1`
  return new Map(rows.map(({ name, valid }) => [name, valid]))
}
const build = () => new IndexBuilder().build()

afterEach(dropBuilt)

test('are built once, also by two processes at the same time', async () => {
  expect((await indexes()).has('jobs_searched_index')).toBe(false)
  const due = await Promise.all([build(), build()])
  expect(due.filter(Boolean).length).toBeLessThan(2)
  const built = await indexes()
  expect([built.get('jobs_searched_index'), built.get('users_named_index')]).toEqual([true, true])
  expect([...built.values()].every(Boolean)).toBe(true)
  expect(built.has('jobs_search_index')).toBe(false)
  await build()
  expect(await indexes()).toEqual(built)
})

test('an index that a killed process left half built is built anew', async () => {
  await build()
  await rawClient`drop index jobs_searched_index`
  const [killed, holder] = [openAlone(), openAlone()]
  // An open transaction that has written keeps the building from its end.
  const begun = await holder.reserve()
  await begun.unsafe('begin')
  await begun.unsafe('lock table jobs in row exclusive mode')
  const building = killed.unsafe('create index concurrently jobs_searched_index on jobs using gin (words gin_trgm_ops)')
  const died = building.then(
    () => 'ended',
    () => 'died',
  )
  while (!(await indexes()).has('jobs_searched_index')) await Bun.sleep(20)
  await rawClient`
    select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently jobs_searched%'`
  expect(await died).toBe('died')
  await begun.unsafe('rollback')
  begun.release()
  await Promise.all([killed.close({ timeout: 0 }), holder.close({ timeout: 0 })])
  expect((await indexes()).get('jobs_searched_index')).toBe(false)
  await build()
  expect((await indexes()).get('jobs_searched_index')).toBe(true)
})

test('the old index of searches stays until older jobs have their words', async () => {
  await rawClient`create index if not exists jobs_search_index on jobs using gin (search_text gin_trgm_ops)`
  await rawClient`insert into settings (name, done) values ('job_words_missing', true)`
  expect(await build()).toBeGreaterThan(0)
  expect((await indexes()).has('jobs_search_index')).toBe(true)
  await rawClient`insert into settings (name, done) values ('job_words_filled', true)`
  expect(await build()).toBeUndefined()
  expect((await indexes()).has('jobs_search_index')).toBe(false)
})

test('searches of invoices and certificates read the indexes of their words, in place of those of before', async () => {
  await rawClient`create index if not exists invoices_words_index on invoices using gin (contractor_name gin_trgm_ops)`
  await rawClient.unsafe(`
    insert into invoices (id, invoice_number, type, description, amount, contractor_name, property_address, agency)
      select gen_random_uuid(), 'INV-' || lpad(n::text, 6, '0'), 'contractor_visit', 'Call-out fee', 60, 'Carl Mason',
        n || ' Mill Lane', case when n = 700 then 'Larkfield Homes' end from generate_series(1, 20000) n;
    insert into certificates (id, agency_key, property_key, kind, agency, property_name, property_address, done_on, ends_on)
      select gen_random_uuid(), 'rightway', 'place ' || n, 'epc', case when n = 700 then 'Larkfield' else 'Rightway' end,
        'Flat ' || n, n || ' Mill Lane', '2026-01-01', '2036-01-01' from generate_series(1, 20000) n`)
  await build()
  await countTables()
  const admin = await signedInAs(await anAdmin())
  for (const table of ['invoices', 'certificates']) {
    const plans = await plansOf(`"${table}"`, async () => {
      const found: unknown = await (await admin.get(`/api/${table}?search=larkfield`)).json()
      expect(found).toHaveLength(1)
    })
    expect([table, plans.join('\n')]).toEqual([table, expect.stringContaining(`${table}_searched_index`)])
  }
  expect((await indexes()).has('invoices_words_index')).toBe(false)
})

test('rows that follow another are found by an index of it', async () => {
  await build()
  const missing = await rawClient`
    select conrelid::regclass || '.' || attname as column from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
        and (indpred is null or pg_get_expr(indpred, indrelid) = '(' || attname || ' IS NOT NULL)')
    ) order by 1`
  expect(missing).toEqual([])
})

test('a second builder finds the lock free at once', async () => {
  for (let n = 0; n < 150; n++) expect(await build()).toBeUndefined()
})
