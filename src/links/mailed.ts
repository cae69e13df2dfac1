import { createHmac } from 'node:crypto'
import { secret } from '#src/access/secret.ts'

/** Made from the link's id and the installation's secret, so that no table, queue or backup holds what opens it. */
export const mailedSecret = (linkId: string): string =>
  createHmac('sha256', secret()).update(`mailed link ${linkId}`).digest('base64url')

type Mailed = { path: string; linkId?: string; unsubscribeId?: string; unsubscribe?: string }

export const withSecret = <Content extends Mailed>(content: Content): Content => ({
  ...content,
  ...(content.linkId && { path: `${content.path}/${mailedSecret(content.linkId)}` }),
  ...(content.unsubscribeId && { unsubscribe: `/unsubscribe/${mailedSecret(content.unsubscribeId)}` }),
})
