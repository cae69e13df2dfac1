import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
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

/** Outside the database, so that a backup of before can be erased again: ids, and no name. */
export function keepOutside(erased: Erased): Promise<void> {
  const path = join(folder(), `${erased.id}.json`)
  return writeWhole(`${path}.${process.pid}.part`, path, Buffer.from(`${JSON.stringify(erased)}\n`))
}

export async function allKeptOutside(): Promise<Erased[]> {
  const names = await readdir(folder()).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const all: Erased[] = []
  for (const name of names.filter((one) => one.endsWith('.json')).sort()) {
    const { at, ...kept }: Erased = await Bun.file(join(folder(), name)).json()
    if (!Value.Check(Type.Omit(Erased, ['at', 'id']), kept)) throw new Error(`${join(folder(), name)} is damaged.`)
    all.push({ ...kept, at })
  }
  return all
}
