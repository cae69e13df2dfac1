import { readdir, rm } from 'node:fs/promises'
import { renderToStaticMarkup } from 'react-dom/server'
import { EMAIL_TYPES, type EmailType } from '#src/domain/email/kinds.ts'
import type { EmailTemplate } from './template.tsx'

// `npm run emails`. The server reads what was compiled: MJML takes 45 MB and its packages.

export const FOLDER = new URL('./compiled/', import.meta.url).pathname
const HEAD = '// Made by `npm run emails`\n'

type Mjml = (source: string, options: object) => Promise<{ html: string }>

const fileOf = (type: EmailType) => type.replaceAll('_', '-')
const nameOf = (type: EmailType) => type.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

function pathOf(type: EmailType): string {
  const [path] = new Bun.Glob(`*/${fileOf(type)}.tsx`).scanSync(import.meta.dir)
  if (!path) throw new Error(`No folder of views/emails has a ${fileOf(type)}.tsx`)
  return path
}

async function templateOf(type: EmailType): Promise<EmailTemplate> {
  const { [nameOf(type)]: template } = (await import(`./${pathOf(type)}`)) as Record<string, EmailTemplate>
  if (!template) throw new Error(`views/emails/${pathOf(type)} exports no ${nameOf(type)}`)
  return template
}

async function compileEmail(type: EmailType): Promise<string> {
  const { default: mjml } = (await import('mjml' as string)) as { default: Mjml }
  const { mjml: source } = await templateOf(type)
  const { html } = await mjml(renderToStaticMarkup(source()), { validationLevel: 'strict', fonts: {} })
  return html.replace(/\s*\n\s*/g, '\n').trim()
}

export async function compiledFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const type of EMAIL_TYPES)
    files.set(`${fileOf(type)}.ts`, `${HEAD}export default ${JSON.stringify(await compileEmail(type))}\n`)
  const imports = EMAIL_TYPES.map(
    (type) =>
      `import { ${nameOf(type)} } from '../${pathOf(type)}'\nimport ${nameOf(type)}Html from './${fileOf(type)}.ts'\n`,
  )
  const entries = EMAIL_TYPES.map((type) => `  ${type}: { ...${nameOf(type)}, html: ${nameOf(type)}Html },\n`)
  files.set('index.ts', `${HEAD}${imports.join('')}\nexport const COMPILED = {\n${entries.join('')}}\n`)
  return files
}

if (import.meta.main) {
  const files = await compiledFiles()
  for (const name of await readdir(FOLDER)) if (!files.has(name)) await rm(FOLDER + name)
  for (const [name, text] of files) await Bun.write(FOLDER + name, text)
}
