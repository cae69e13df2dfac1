import { openAlone } from '#db/client.ts'
import { migrationsOf, quoted, type SequenceState, sequencesOf, tablesOf } from './tables.ts'

export type Snapshot = {
  migrations: string[]
  tables: string[]
  rowsOf(table: string): AsyncGenerator<string[], void>
  /** Read at the end, so that no number of the snapshot is given out twice. */
  sequences(): Promise<Record<string, SequenceState>>
}

const BATCH = 500

export async function withSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const sql = openAlone()
  try {
    await sql.unsafe('begin isolation level repeatable read read only')
    const result = await work({
      migrations: await migrationsOf(sql),
      tables: await tablesOf(sql),
      sequences: () => sequencesOf(sql),
      async *rowsOf(table) {
        await sql.unsafe(`declare rows no scroll cursor for select row_to_json(t)::text as row from ${quoted(table)} t`)
        while (true) {
          const rows: { row: string }[] = await sql.unsafe(`fetch ${BATCH} from rows`)
          if (rows.length) yield rows.map(({ row }) => row)
          if (rows.length < BATCH) break
        }
        await sql.unsafe('close rows')
      },
    })
    await sql.unsafe('rollback')
    return result
  } finally {
    await sql.close({ timeout: 1 })
  }
}
