import { isIP, isIPv6 } from 'node:net'
import type { Server } from 'bun'
import { env } from '#src/runtime/env.ts'

export function clientIpOf(request: Request, server: Server<unknown> | null, trustProxy = env.TRUST_PROXY): string {
  const forwarded = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  const address = forwarded && isIP(forwarded) ? forwarded : server?.requestIP(request)?.address
  return address ? network(address) : 'local'
}

/** A household or a rented machine has all of an IPv6 address's second half. */
function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = (part: string) => (part ? part.split(':') : [])
  const gap = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array<string>(Math.max(0, gap)).fill('0'), ...groups(tail ?? '')]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
