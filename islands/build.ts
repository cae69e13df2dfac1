import { readdirSync, statSync } from 'node:fs'
import { mkdir, rename, rm, utimes } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { bundleIslands } from './bundle.ts'
import { readSheet, type Sheet } from './sheet.ts'

const root = join(import.meta.dir, '..')
const swaggerDir = join(root, 'node_modules/swagger-ui-dist')

/** For every page; whoever touches it; administrators' lists and copy buttons; lists with ticks; with keys; what prints; Login and profiles; the API's page. */
const SCRIPTS = [
  'app.js',
  'later.js',
  'touched.js',
  'desk.js',
  'ticks.js',
  'rows.js',
  'print.js',
  'passkey.js',
  'docs.js',
]

/** Of agents and contractors, with the build in them: a page knows by it whether a worker is newer. */
const ON_PHONES = ['phone.js', 'sw.js', 'sw-off.js']

const OUTBOX = ['outbox.js', 'unsent.js', 'waiting.js']

// A reader loads one sheet, as a second would need a connection of its own. A group's files are sorted by name, so that
// their folder does not change what they override.
const SHEETS: Record<string, readonly (readonly string[])[]> = {
  'public.css': [['.'], ['public']],
  'agent.css': [['.', 'signed-in', 'work'], ['form']],
  'contractor.css': [['.', 'signed-in', 'work', 'contractor'], ['form']],
  'admin.css': [['.', 'signed-in'], ['desk', 'desk/plots'], ['accounts'], ['ticks'], ['form']],
  'printed.css': [['signed-in/printed']],
  'plots.css': [['desk/plots', 'work/plots']],
}

const DOCS = 'docs'

const ICONS = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }]

const SHORTCUTS = {
  agent: { name: 'Create Job', url: '/create-job', icons: ICONS },
  contractor: { name: 'Log Visit', url: '/visit', icons: ICONS },
}

/** Which pages a browser may fetch while their link is being pressed: lists and forms, whose reading changes nothing. */
const PREFETCH = 'prefetch.json'

export type Manifest = {
  files: Record<string, string>
  /** All that a script of ours may name: a class or an element that it sets is a word of its text. */
  words: Record<string, string[]>
  build: string
  sheets: Record<string, Sheet>
  sources: string[]
  fingerprint: string
}

export const BUILT = join(root, 'public/built')

/** With content-hashed names, and br and gz twins. Only reads the manifest when no source has changed. */
export async function buildAssets(out = BUILT): Promise<Manifest> {
  const kept = Bun.file(join(out, 'manifest.json'))
  if (await kept.exists()) {
    const manifest: Manifest = await kept.json()
    if (manifest.fingerprint === fingerprint(manifest.sources)) return manifest
  }
  // Apart until it is complete: servers that start at once build, and read, the same files.
  const fresh = `${out}.${process.pid}`
  await mkdir(fresh, { recursive: true })
  const files: Record<string, string> = {}

  const sheets: Manifest['sheets'] = {}
  for (const [name, groups] of Object.entries(SHEETS)) {
    const css = await lowerCss((await Promise.all(groups.map(readCss))).join('\n'))
    sheets[name] = await readSheet(css)
    await emit(fresh, files, name, css)
  }
  const words: Manifest['words'] = {}
  for (const name of SCRIPTS) {
    const script = await bundle(join(root, 'public', name))
    words[name] = namesIn(script)
    await emit(fresh, files, name, name === 'app.js' ? `${STOP_BELOW}${await readHtmx()}\n${script}` : script)
  }
  await emit(fresh, files, 'swagger-ui.js', await readSwagger('swagger-ui-bundle.js'))
  const docsCss = [await readSwagger('swagger-ui.css'), await lowerCss(await readCss([DOCS]))]
  await emit(fresh, files, 'docs.css', docsCss.join('\n'))
  await emit(fresh, files, PREFETCH, JSON.stringify(await Bun.file(join(root, 'public', PREFETCH)).json()))
  for (const icon of readdirSync(join(root, 'public/icons'))) {
    await emit(fresh, files, icon, await Bun.file(join(root, 'public/icons', icon)).bytes())
  }
  const app = await Bun.file(join(root, 'public/icons/manifest.webmanifest')).json()
  for (const [name, shortcut] of Object.entries(SHORTCUTS))
    await emit(fresh, files, `${name}.webmanifest`, JSON.stringify({ ...app, shortcuts: [shortcut] }))
  const { inputs, ...bundled } = await bundleIslands(fresh)
  const modules = { island: bundled.entry, react: bundled.react, ...bundled.islands }
  for (const [name, file] of Object.entries(modules)) {
    files[`${name}.js`] = file
    words[`${name}.js`] = namesIn(await Bun.file(join(fresh, file)).text())
    await compress(join(fresh, file))
  }

  for (const name of OUTBOX)
    await emit(fresh, files, name, await bundle(join(root, 'islands/outbox', name.replace('.js', '.ts'))))
  const scripts = OUTBOX.map((name) => [name.slice(0, -3).toUpperCase(), JSON.stringify(`/assets/${files[name]}`)])
  const define = { BUILD: '"BUILD"', ...Object.fromEntries(scripts) }
  const onPhones = await Promise.all(ON_PHONES.map((name) => bundle(join(root, 'public', name), define)))
  const build = shortHash([...Object.values(files), ...onPhones].join())
  for (const [index, name] of ON_PHONES.entries())
    await emit(fresh, files, name, onPhones[index]!.replaceAll('"BUILD"', JSON.stringify(build)))

  const sources = [...new Set([...listed(), ...inputs])].sort()
  const manifest: Manifest = { files, words, build, sheets, sources, fingerprint: fingerprint(sources) }
  await Bun.write(join(fresh, 'manifest.json'), JSON.stringify(manifest))
  await publish(fresh, out)
  return manifest
}

/** The manifest last: what it names is there. Names are made of contents, so another's file of that name is the same. */
async function publish(fresh: string, out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  const manifest = Bun.file(join(out, 'manifest.json'))
  const before = (await manifest.exists()) ? Object.values<string>((await manifest.json()).files) : []
  const names = readdirSync(fresh).sort((a, b) => Number(a === 'manifest.json') - Number(b === 'manifest.json'))
  for (const name of names) await rename(join(fresh, name), join(out, name))
  await rm(fresh, { recursive: true, force: true })
  await removeFormer(out, names, before)
}

/** Milliseconds for which pages that are open, or kept on a phone, find the files they began with. */
const FORMER_FOR = 30 * 86_400_000

/** A file's time is when it was last of the newest build. */
async function removeFormer(out: string, names: readonly string[], before: readonly string[]): Promise<void> {
  const now = new Date()
  for (const name of readdirSync(out)) {
    if (names.includes(name)) continue
    const path = join(out, name)
    if (before.includes(name.replace(/\.(br|gz)$/, ''))) await utimes(path, now, now)
    else if (now.getTime() - statSync(path).mtimeMs > FORMER_FOR) await rm(path, { force: true })
  }
}

function namesIn(script: string): string[] {
  const texts = script.match(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? []
  const words = texts.flatMap((text) => text.match(/(?<![\w.#-])[a-z][\w-]*(?![\w-]*[[:,>])/gi) ?? [])
  return [...new Set(words)].sort()
}

function listed(): string[] {
  const styles = [...new Set([...Object.values(SHEETS).flat(2), DOCS])].map((folder) => join('public/css', folder))
  const folders = [...styles, 'public/js', 'public/js/worker', 'public/js/phone', 'public/icons'].concat(
    'islands',
    'islands/outbox',
    'islands/photos',
  )
  const files = folders.flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  const packages = ['htmx.org', 'lightningcss', 'swagger-ui-dist', '@simplewebauthn/browser'].map(
    (name) => `node_modules/${name}/package.json`,
  )
  return [...files, ...[...SCRIPTS, ...ON_PHONES, PREFETCH].map((name) => `public/${name}`), ...packages]
}

function fingerprint(sources: readonly string[]): string {
  const seen = [...new Set([...sources, ...listed()])].sort().map((path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false })
    return `${path} ${stat?.size} ${stat?.mtimeMs}`
  })
  return Bun.hash(seen.join('\n')).toString(36)
}

async function readCss(folders: readonly string[]): Promise<string> {
  const paths = folders.flatMap((folder) => {
    const at = join(root, 'public/css', folder)
    return readdirSync(at).map((name) => join(at, name))
  })
  const rank = (path: string) => (basename(path) === 'layers.css' ? '' : basename(path))
  const sheets = paths
    .filter((path) => path.endsWith('.css'))
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .map((path) => Bun.file(path).text())
  return (await Promise.all(sheets)).join('\n')
}

/** The oldest browsers that have scripts and our looks, as README.md says: version and subversion. */
export const OLDEST = { safari: [16, 4], ios_saf: [16, 4], firefox: [115, 0], chrome: [111, 0] } as const

/** Throws in older browsers, which then have pages without scripts: what a script half does is worse. */
const STOP_BELOW = '[].with.name;'

/** Without comments and spaces, and in words that the oldest browsers know: neither nesting nor light-dark(). */
export async function lowerCss(css: string): Promise<string> {
  const { Features, transform } = await import('lightningcss')
  const targets = Object.fromEntries(
    Object.entries(OLDEST).map(([name, [big, small]]) => [name, (big << 16) | (small << 8)]),
  )
  const { code } = transform({
    filename: 'all.css',
    code: Buffer.from(css),
    minify: true,
    targets,
    exclude: Features.VendorPrefixes | Features.LightDark,
  })
  return code.toString().replace(/(?<=\{)[^{}"]+(?=\})/g, sorted)
}

/** The same in one order compresses better. What overrides another, as `font` a line's height, stays before it. */
function sorted(declarations: string): string {
  const kind = (text: string) => {
    const name = text.slice(0, text.indexOf(':'))
    return name.startsWith('--') ? name : (OVERRIDDEN[name] ?? name.replace(/^-[a-z]+-/, '').split('-')[0]!)
  }
  return declarations
    .split(';')
    .sort((one, other) => (kind(one) < kind(other) ? -1 : Number(kind(one) > kind(other))))
    .join(';')
}

const OVERRIDDEN: Record<string, string> = {
  ...{ 'line-height': 'font', top: 'inset', bottom: 'inset', left: 'inset', right: 'inset' },
  ...{ 'row-gap': 'gap', 'column-gap': 'gap' },
  ...Object.fromEntries(
    ['items', 'content', 'self'].flatMap((what) => [`align-${what}`, `justify-${what}`].map((name) => [name, 'place'])),
  ),
}

const readSwagger = async (name: string): Promise<string> =>
  (await Bun.file(join(swaggerDir, name)).text()).replace(/^(\/\/|\/\*)# sourceMappingURL=.*$/m, '').trim()

async function readHtmx(): Promise<string> {
  const text = await Bun.file(join(root, 'node_modules/htmx.org/dist/htmx.min.js')).text()
  return text.replace(/^\/\/# sourceMappingURL=.*$/m, '').trim()
}

async function bundle(entry: string, define?: Record<string, string>): Promise<string> {
  const { outputs } = await Bun.build({ entrypoints: [entry], minify: true, target: 'browser', format: 'iife', define })
  return outputs[0]!.text()
}

const shortHash = (content: string | Uint8Array): string => Bun.hash(content).toString(36).slice(-8)

async function emit(out: string, files: Record<string, string>, name: string, content: string | Uint8Array) {
  const extension = extname(name)
  const hashed = `${basename(name, extension)}-${shortHash(content)}${extension}`
  files[name] = hashed
  await Bun.write(join(out, hashed), content)
  await compress(join(out, hashed))
}

async function compress(path: string) {
  if (/\.(png|ico)$/.test(path)) return
  const content = await Bun.file(path).bytes()
  // What is this long takes seconds at 11, at the first start, and is a tenth longer at 9.
  const quality = content.length > 1_000_000 ? 9 : 11
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await Bun.write(`${path}.br`, brotliCompressSync(content, { params }))
  await Bun.write(`${path}.gz`, gzipSync(content, { level: 9 }))
}
