import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isUuid } from '#src/http/uuid.ts'
import { env } from '#src/runtime/env.ts'
import { writeWhole } from '#src/runtime/write-whole.ts'

const Erased = Type.Object({
  id: Type.String({ format: 'uuid' }),
  kind: Type.Union([Type.Literal('account'), Type.Literal('tenant')]),
  subjects: Type.Array(Type.String()),
  label: Type.String(),
  at: Type.String(),
})
export type Erased = Static<typeof Erased>

const folder = () => join(env.DATA_DIR, 'erased')
const pathOf = (id: string) => join(folder(), `${id}.json`)

/** Outside the database, so that a backup of before can be erased again: ids, and no name. */
export function keepOutside(erased: Erased): Promise<void> {
  const path = pathOf(erased.id)
  return writeWhole(`${path}.${process.pid}.part`, path, Buffer.from(`${JSON.stringify(erased)}\n`))
}

export async function idsKeptOutside(): Promise<string[]> {
  const names = await readdir(folder()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.flatMap((name) => (name.endsWith('.json') ? name.slice(0, -'.json'.length) : [])).filter(isUuid)
}

export async function keptOutside(id: string): Promise<Erased> {
  const { at, ...kept }: Erased = await Bun.file(pathOf(id)).json()
  if (!Value.Check(Type.Omit(Erased, ['at', 'id']), kept)) throw new Error(`${pathOf(id)} is damaged.`)
  return { ...kept, at }
}
