import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'

const folder = import.meta.dir
const root = join(folder, '..')

const ISLANDS = ['job-completion', 'job-photos', 'account-generator', 'quote-fields']

type Bundle = {
  entry: string
  react: string
  islands: Record<string, string>
  inputs: string[]
}

/** React is a module of its own, which all share and releases seldom change. */
export async function bundleIslands(out: string): Promise<Bundle> {
  const inputs = new Set<string>()
  async function build(name: string, rest: Partial<Bun.BuildConfig> = {}): Promise<string> {
    const { outputs, metafile } = await Bun.build({
      entrypoints: [join(folder, name)],
      outdir: out,
      root: folder,
      naming: '[name]-[hash].[ext]',
      minify: true,
      metafile: true,
      target: 'browser',
      external: ['/assets/*'],
      jsx: { runtime: 'automatic', development: false },
      ...rest,
      define: { 'process.env.NODE_ENV': '"production"', ...rest.define },
    })
    for (const path of Object.keys(metafile!.inputs)) if (existsSync(join(root, path))) inputs.add(path)
    return basename(outputs[0]!.path)
  }

  const react = await build('react.ts')
  const islands: Record<string, string> = {}
  for (const name of ISLANDS) islands[name] = await build(`${name}.tsx`, { plugins: [reactAt(`/assets/${react}`)] })
  const urls = Object.fromEntries(Object.entries(islands).map(([name, file]) => [name, `/assets/${file}`]))
  const define = { REACT: JSON.stringify(`/assets/${react}`), ISLANDS: JSON.stringify(urls) }
  return { entry: await build('island.ts', { define }), react, islands, inputs: [...inputs] }
}

const reactAt = (url: string): Bun.BunPlugin => ({
  name: 'React at its address',
  setup(build) {
    build.onResolve({ filter: /^react(-dom)?(\/|$)/ }, () => ({ path: url, external: true }))
  },
})
