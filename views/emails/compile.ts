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

async function letters(): Promise<Map<string, { path: string; template: EmailTemplate }>> {
  const paths = [...new Bun.Glob('letters/*.tsx').scanSync(import.meta.dir)]
  const all = paths.map(async (path) =>
    Object.entries((await import(`./${path}`)) as Record<string, EmailTemplate>).map(
      ([name, template]) => [name, { path, template }] as const,
    ),
  )
  return new Map((await Promise.all(all)).flat())
}

async function compileEmail({ mjml: source }: EmailTemplate): Promise<string> {
  const { default: mjml } = (await import('mjml' as string)) as { default: Mjml }
  const { html } = await mjml(renderToStaticMarkup(source()), { validationLevel: 'strict', fonts: {} })
  return html.replace(/\s*\n\s*/g, '\n').trim()
}

export async function compiledFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const known = await letters()
  const imports: string[] = []
  for (const type of EMAIL_TYPES) {
    const name = nameOf(type)
    const letter = known.get(name)
    if (!letter) throw new Error(`No file of views/emails/letters exports ${name}`)
    files.set(`${fileOf(type)}.ts`, `${HEAD}export default ${JSON.stringify(await compileEmail(letter.template))}\n`)
    imports.push(`import { ${name} } from '../${letter.path}'\nimport ${name}Html from './${fileOf(type)}.ts'\n`)
  }
  const entries = EMAIL_TYPES.map((type) => `  ${type}: { ...${nameOf(type)}, html: ${nameOf(type)}Html },\n`)
  files.set('index.ts', `${HEAD}${imports.join('')}\nexport const COMPILED = {\n${entries.join('')}}\n`)
  return files
}

if (import.meta.main) {
  const files = await compiledFiles()
  for (const name of await readdir(FOLDER)) if (!files.has(name)) await rm(FOLDER + name)
  for (const [name, text] of files) await Bun.write(FOLDER + name, text)
}
