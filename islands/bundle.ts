import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const folder = import.meta.dir
const root = join(folder, '..')

type Bundle = {
  entry: string
  modules: string[]
  islands: Record<string, string[]>
  inputs: string[]
}

/** Split, so that React comes once and only where needed. */
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
    // React's development build is three times the size, and slower.
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

// The plain form of a missing island stays.
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
