import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { links } from '#db/schema.ts'
import { hiddenIn } from '#tests/support/answers.ts'
import { stranger } from '#tests/support/app.ts'

/** As a browser without JavaScript: what the form holds, and what was chosen in it. */
export async function answerPage(path: string, chosen: Record<string, string>, action = path): Promise<Response> {
  const markup = await (await stranger.get(path)).text()
  const forms = [...markup.matchAll(/<form[^>]*>.*?<\/form>/gs)].map(([form]) => form)
  const has = (form: string) => Object.keys(chosen).every((name) => form.includes(`name="${name}"`))
  return stranger.submit(action, { ...hiddenIn(forms.find(has) ?? markup), ...chosen })
}

export const expireLink = (id: string) =>
  db.update(links).set({ expiresAt: sql`now() - interval '1 minute'` }).where(eq(links.id, id))

export const linksFor = (purpose: (typeof links.$inferSelect)['purpose']) =>
  db.query.links.findMany({ where: eq(links.purpose, purpose), orderBy: (row, { asc }) => asc(row.id) })
