import { and, eq, gte } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isOneOf } from '#db/query/conditions.ts'
import { emailSql } from '#db/query/predicates.ts'
import { emailNotifications } from '#db/schema.ts'
import { EMAIL_TYPES, EMAILS } from '#src/domain/email/kinds.ts'
import { LINKS } from '#src/domain/link/link.ts'
import { aboutsOf, lastingLink, makeMailedLinks } from '#src/links/links.ts'

/** Not what went to whoever has no account, nor what is for the old address alone. */
const OF_ACCOUNTS = EMAIL_TYPES.filter((kind) => {
  const { opens } = EMAILS[kind]
  const isOfAccount = !(opens in LINKS) || opens === 'decide_quote'
  return isOfAccount && opens !== 'privacy' && kind !== 'address_changed'
})

type Leaving = { id: string; email: string | null; createdAt: Date }
type UnsentEmails = Awaited<ReturnType<typeof unsentEmailsOf>>

/** With what their links are about, before these end with the old address. */
export async function unsentEmailsOf(tx: Tx, { id: userId, email, createdAt }: Leaving) {
  const emails = await tx
    .select({ id: emailNotifications.id, content: emailNotifications.content })
    .from(emailNotifications)
    .where(
      and(
        ...[emailSql.isUnsent(), eq(emailNotifications.contractorEmail, email ?? '')],
        ...[isOneOf(emailNotifications.emailType, OF_ACCOUNTS), gte(emailNotifications.createdAt, createdAt)],
      ),
    )
    .for('update')
  const linkIds = emails.flatMap(({ content }) => [content.linkId ?? [], content.answerId ?? []].flat())
  return { userId, emails, abouts: await aboutsOf(tx, linkIds) }
}

export async function moveEmails(tx: Tx, { userId, emails, abouts }: UnsentEmails, to: string): Promise<void> {
  const again = async (linkId: string | undefined) => {
    const { id, purpose, ...about } = abouts.find(({ id }) => id === linkId) ?? {}
    return purpose ? (await makeMailedLinks(tx, purpose, [about]))[0] : linkId
  }
  for (const { id, content } of emails) {
    const links = {
      ...{ linkId: await again(content.linkId), answerId: await again(content.answerId) },
      ...(content.unsubscribeId && { unsubscribeId: await lastingLink(tx, 'unsubscribe', userId) }),
    }
    await tx
      .update(emailNotifications)
      .set({ contractorEmail: to, content: { ...content, ...links } })
      .where(eq(emailNotifications.id, id))
  }
}
