import { spyOn } from 'bun:test'
import { rawClient } from '#db/connect/client.ts'
import { INDEXES } from '#db/connect/indexes.ts'

/** Other tests go without the indexes of db/connect/indexes.ts, as a database does while they are being built. */
export async function dropBuilt(): Promise<void> {
  for (const name of Object.keys(INDEXES)) await rawClient.unsafe(`drop index if exists ${name}`)
}

const quoted = (value: unknown) => (value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`)

/** The plans, as the product has them made (generic), of what `work` asks about this table. */
export async function plansOf(table: string, work: () => Promise<unknown>): Promise<string[]> {
  const asked = spyOn(rawClient, 'unsafe')
  await work()
  const statements = asked.mock.calls.filter(([text]) => text.includes(table))
  asked.mockRestore()
  return rawClient.begin(async (connection) => {
    const plans: string[] = []
    for (const [text, parameters = []] of statements) {
      const values = parameters.length ? `(${parameters.map(quoted).join(', ')})` : ''
      await connection.unsafe(`prepare asked as ${text}`)
      const lines: Record<string, string>[] = await connection.unsafe(`explain execute asked${values}`)
      plans.push(lines.flatMap(Object.values).join('\n'))
      await connection.unsafe('deallocate asked')
    }
    return plans
  })
}
