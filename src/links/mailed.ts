import { createHmac } from 'node:crypto'
import { secret } from '#src/guard/secret.ts'

/** Made from the link's id and the installation's secret, so that no table, queue or backup holds what opens it. */
export const mailedSecret = (linkId: string): string =>
  createHmac('sha256', secret()).update(`mailed link ${linkId}`).digest('base64url')

/** What an e-mail's content says of its address, with the link's secret at the end if it has a link. */
export const withSecret = <Content extends { path: string; linkId?: string }>(content: Content): Content =>
  content.linkId ? { ...content, path: `${content.path}/${mailedSecret(content.linkId)}` } : content
