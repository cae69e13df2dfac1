import { createHmac } from 'node:crypto'
import { secret } from '#src/access/secret.ts'
import { LINKS } from '#src/domain/link/link.ts'

/** Made from the link's id and the installation's secret, so that no table, queue or backup holds what opens it. */
export const mailedSecret = (linkId: string): string =>
  createHmac('sha256', secret()).update(`mailed link ${linkId}`).digest('base64url')

type Mailed = {
  path: string
  linkId?: string
  answerId?: string
  answer?: string
  unsubscribeId?: string
  unsubscribe?: string
  unsubscribes?: string
}

export const withSecret = <Content extends Mailed>(content: Content): Content => ({
  ...content,
  ...(content.linkId && { path: `${content.path}/${mailedSecret(content.linkId)}` }),
  ...(content.answerId && { answer: `${LINKS.answer_job.path}/${mailedSecret(content.answerId)}` }),
  ...(content.unsubscribeId && {
    unsubscribe: `${LINKS.unsubscribe.path}/${mailedSecret(content.unsubscribeId)}${content.unsubscribes ? `?of=${content.unsubscribes}` : ''}`,
  }),
})
