import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const folder = import.meta.dir
const root = join(folder, '..')

type Bundle = {
  /** The file that defines the element. */
  entry: string
  /** The other files: React and one per island, and what they share. */
  modules: string[]
  /** The modules each island needs, by its name. */
  islands: Record<string, string[]>
  /** Every source that went in, as paths from the project's root. */
  inputs: string[]
}

/** Bundles islands/island.ts and all that it loads into `out`, split so that React comes once and only where needed. */
export async function bundleIslands(out: string): Promise<Bundle> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [join(folder, 'island.ts')],
    outdir: out,
    root: folder,
    publicPath: '/assets/',
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]' },
    splitting: true,
    minify: true,
    metafile: true,
    target: 'browser',
    // The development build of React is three times the size, and slower.
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: { runtime: 'automatic', development: false },
    plugins: [absentIslands],
  })
  const names = outputs.map((output) => basename(output.path))
  const entry = basename(outputs.find((output) => output.kind === 'entry-point')!.path)
  const chunks = Object.entries(metafile!.outputs).map(([path, chunk]) => ({
    name: basename(path),
    source: chunk.entryPoint ?? '',
    needs: chunk.imports.filter(({ kind }) => kind === 'import-statement').map((one) => basename(one.path)),
  }))

  /** A chunk and what it imports, without the entry, which the page loads itself. */
  const withImports = (name: string, seen = new Set<string>()): Set<string> => {
    if (name === entry || seen.has(name)) return seen
    seen.add(name)
    for (const needed of chunks.find((chunk) => chunk.name === name)?.needs ?? []) withImports(needed, seen)
    return seen
  }
  const islands: Record<string, string[]> = {}
  const react = chunks.find(({ source }) => source.endsWith('react.ts'))!.name
  for (const { name, source } of chunks) {
    if (source.endsWith('.tsx')) {
      islands[basename(source, '.tsx')] = [...new Set([...withImports(react), ...withImports(name)])]
    }
  }
  const inputs = Object.keys(metafile!.inputs).filter((path) => existsSync(join(root, path)))
  return { entry, modules: names.filter((name) => name !== entry), islands, inputs }
}

/** An island that is not there leaves its plain form standing. */
const absentIslands: Bun.BunPlugin = {
  name: 'absent islands',
  setup(build) {
    build.onResolve({ filter: /^\.\/[\w-]+\.tsx$/ }, ({ path, importer }) =>
      existsSync(join(dirname(importer), path)) ? undefined : { path, namespace: 'absent' },
    )
    build.onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({
      contents: `throw new Error('There is no island ${path}')`,
      loader: 'js',
    }))
  },
}
