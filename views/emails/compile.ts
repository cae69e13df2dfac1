import { readdir } from 'node:fs/promises'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { EMAIL_TYPES, type EmailType } from '#src/emails/email.ts'
import { TEMPLATES } from './templates.ts'

// Run `bun views/emails/compile.ts` after a change to a template. MJML takes 45 MB and its packages, so the server
// reads what was compiled; a test fails when that is no longer what the templates say.

const FOLDER = new URL('./compiled/', import.meta.url).pathname

type Mjml = (source: string, options: object) => Promise<{ html: string; errors: { formattedMessage: string }[] }>

/** The HTML of one kind of message, with placeholders for its values. Throws when MJML finds a mistake. */
export async function compileEmail(type: EmailType): Promise<string> {
  // MJML has no types of its own.
  const { default: mjml } = (await import('mjml' as string)) as { default: Mjml }
  const source = renderToStaticMarkup(createElement(TEMPLATES[type].Html))
  const { html } = await mjml(source, { validationLevel: 'strict', fonts: {} })
  // Lines that only indent tags; the text in them never starts one.
  return html.replace(/\s*\n\s*/g, '\n').trim()
}

const fileName = (type: EmailType) => `${type.replaceAll('_', '-')}.ts`

/** The files of views/emails/compiled as they ought to be, by name. */
export async function compiledFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const type of EMAIL_TYPES) {
    files.set(
      fileName(type),
      `// Made by views/emails/compile.ts\nexport default ${JSON.stringify(await compileEmail(type))}\n`,
    )
  }
  const imports = EMAIL_TYPES.map((type) => `import ${type} from './${fileName(type)}'\n`).join('')
  files.set(
    'index.ts',
    `// Made by views/emails/compile.ts\n${imports}\nexport const COMPILED = { ${EMAIL_TYPES.join(', ')} }\n`,
  )
  return files
}

/** What lies in views/emails/compiled now, by name. */
export async function presentFiles(): Promise<Map<string, string>> {
  const names = await readdir(FOLDER)
  return new Map(await Promise.all(names.map(async (name) => [name, await Bun.file(FOLDER + name).text()] as const)))
}

if (import.meta.main) {
  for (const [name, text] of await compiledFiles()) await Bun.write(FOLDER + name, text)
}
