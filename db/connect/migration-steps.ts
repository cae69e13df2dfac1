import type { BuiltIndex } from './indexes.ts'

/** What a migration does to a database in use, in this order. All but the parts may be done again after a kill. */
type MigrationSteps = {
  before: BuiltIndex[]
  /** Each a transaction, of one table: who waits for a second one may hold what a reader of both waits for. */
  parts: string[][]
  /** Updates of a few thousand rows: each is repeated until it finds no more. */
  fills: string[]
  after: BuiltIndex[]
  counts: boolean
}

const INDEX = /^CREATE (?<unique>UNIQUE )?INDEX "(?<name>\w+)" ON "(?<table>\w+)" (?<by>.+?);?$/s
const TABLE = /^CREATE (?:UNLOGGED )?TABLE "(\w+)"/
const COLUMN = /^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)"/
const LOCKED =
  /^(?:(?:ALTER TABLE|LOCK TABLE|UPDATE|DELETE FROM|INSERT INTO) "(?<table>\w+)"|DROP INDEX "(?<index>\w+)"|(?:CREATE|DROP) TRIGGER .+? ON "?(?<on>\w+)"?)/s
const FILL = /^UPDATE .+ LIMIT \d+\);?$/s
const COUNT = /^SELECT tally_everything\(\)/
/** What 0002 would count 0003 counts anew, by these too. */
const KINDS = /^CREATE FUNCTION visit_kind\(/

/** Its end comes after that of all who wrote by earlier triggers. */
const AFTER_WRITERS = ['jobs', 'job_visits', 'quotes', 'invoices'].map(
  (table) => `LOCK TABLE "${table}" IN SHARE ROW EXCLUSIVE MODE`,
)

/** A snapshot has both a change and what its trigger counted, or neither, so this waits for nobody. */
export const COUNT_THE_REST = `
  INSERT INTO tallies
  SELECT "of", status, kind, sum(count), sum(pence) FROM (
    SELECT 'jobs' AS "of", status::text, job_type::text AS kind, count(*), 0 AS pence FROM jobs GROUP BY 2, 3
    UNION ALL SELECT 'job_visits', invoicing_status::text, visit_kind(job_visits), count(*), 0 FROM job_visits GROUP BY 2, 3
    UNION ALL SELECT 'quotes', status::text, quote_kind(quotes), count(*), sum(amount * 100) FROM quotes GROUP BY 2, 3
    UNION ALL SELECT 'invoices', '', '', count(*), 0 FROM invoices
    UNION ALL SELECT "of", status, kind, -count, -pence FROM tallies
  ) told
  GROUP BY 1, 2, 3 HAVING sum(count) <> 0 OR sum(pence) <> 0`

export function stepsOf(statements: readonly string[]): MigrationSteps {
  const bare = statements.map(withoutRemarks)
  const made = new Set(bare.flatMap((statement) => TABLE.exec(statement)?.[1] ?? []))
  const added = bare.flatMap((statement) => {
    const [, table, column] = COLUMN.exec(statement) ?? []
    return table ? [{ table, column }] : []
  })
  const counts = bare.some((statement) => KINDS.test(statement))
  const steps: MigrationSteps = { before: [], parts: [], fills: [], after: [], counts }
  const brief: string[] = []
  for (const statement of bare) {
    const index = indexOf(statement)
    if (FILL.test(statement)) steps.fills.push(statement)
    else if (COUNT.test(statement)) brief.push(...(counts ? AFTER_WRITERS : []))
    else if (!index || made.has(index.table)) brief.push(statement)
    else if (added.some(({ table, column }) => table === index.table && statement.includes(`"${column}"`)))
      steps.after.push(index)
    else {
      const name = `${index.name}_next`
      steps.before.push({ ...index, name })
      brief.push(`ALTER INDEX "${name}" RENAME TO "${index.name}"`)
    }
  }
  let last: string | undefined
  for (const statement of brief) {
    const locked = lockedBy(statement, made)
    if (locked === last) steps.parts.at(-1)!.push(statement)
    else steps.parts.push([statement])
    last = locked
  }
  return steps
}

function lockedBy(statement: string, made: Set<string>): string {
  const { table, index, on } = LOCKED.exec(statement)?.groups ?? {}
  const [, referenced] = /REFERENCES "public"\."(\w+)"/.exec(statement) ?? []
  return [table ?? index ?? on, referenced].filter((name) => name && !made.has(name)).join(' ')
}

function indexOf(statement: string): (BuiltIndex & { table: string }) | undefined {
  const { unique, name, table, by } = INDEX.exec(statement)?.groups ?? {}
  return name && table ? { name, table, on: `${table} ${by}`, unique: unique !== undefined } : undefined
}

const withoutRemarks = (statement: string): string => statement.trim().replace(/^(--[^\n]*\n\s*)+/, '')
