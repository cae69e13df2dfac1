import { join } from 'node:path'

/** What an unpacked backup has of a table: a line of JSON for each row. */
export async function rowsIn(path: string, table: string): Promise<string> {
  const folder = `${path}.files/tables/${table}`
  const texts = [...new Bun.Glob('*').scanSync(folder)]
    .sort()
    .map(async (name) => Bun.zstdDecompressSync(await Bun.file(join(folder, name)).bytes()).toString())
  return (await Promise.all(texts)).join('')
}

/** Unpacks a backup beside itself. Returns the hash of each of its files. */
export async function unpacked(path: string): Promise<Map<string, string>> {
  const to = `${path}.files`
  await Bun.$`mkdir ${to} && tar xf ${path} -C ${to}`.quiet()
  const names = [...new Bun.Glob('**/*').scanSync(to)].sort()
  const hashed = names.map(async (name): Promise<[string, string]> => {
    const bytes = await Bun.file(join(to, name)).bytes()
    return [name, new Bun.CryptoHasher('sha256').update(bytes).digest('hex')]
  })
  return new Map(await Promise.all(hashed))
}
