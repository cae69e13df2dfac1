import { NotFound } from './errors.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

/** The row that is read by its id. Throws NotFound, also for an id that is none. */
export async function oneById<Row>(id: string, read: () => PromiseLike<readonly Row[]>): Promise<Row> {
  const [row] = isUuid(id) ? await read() : []
  if (!row) throw new NotFound()
  return row
}
