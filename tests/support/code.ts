import { dirname, join, normalize } from 'node:path'

// The project's own files, and what they import.

const ROOT = join(import.meta.dir, '../..')
const FOLDERS = '{src,views,islands,db,tests,public}'
export const GENERATED = /^(db\/migrations|public\/built|views\/emails\/compiled)\//

export const paths = [...new Bun.Glob(`${FOLDERS}/**/*.{ts,tsx,js,css}`).scanSync(ROOT)]
  .filter((path) => !GENERATED.test(path))
  .sort()
export const files = await Promise.all(
  paths.map(async (path) => ({ path, text: await Bun.file(join(ROOT, path)).text() })),
)
export const code = files.filter(({ path }) => /\.tsx?$/.test(path))
export const program = code.filter(({ path }) => !path.startsWith('tests/'))

export type Import = { from: string; to: string }

/** What a file imports: another file as its path in the project, a package by its name. */
export function importsOf({ path, text }: { path: string; text: string }): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?'([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm)
  return [...statements].map(([, name, dynamic]) => {
    const target = (name ?? dynamic)!
    const to = target.startsWith('.') ? normalize(join(dirname(path), target)) : target.replace(/^#/, '')
    return { from: path, to }
  })
}
export const imports = program.flatMap(importsOf)

export const isIn =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(`${folder}/`))
