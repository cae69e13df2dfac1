import { lookup } from 'node:dns/promises'
import { Invalid } from '#src/http/errors.ts'
import { env } from '#src/runtime/env.ts'
import type { Network } from '#src/runtime/network.ts'
import { hostnameOf, isLiteral, mayReach, NO_WAY_INSIDE, problemOfUrl } from './address.ts'

export type Resolve = (host: string) => Promise<string[]>

export const resolveByDns: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address)

export class NotReachable extends Error {}

/** The addresses to connect to. Throws NotReachable unless every one of them may be reached. */
export async function reachableAddresses(url: URL, allowed: readonly Network[], resolve: Resolve): Promise<string[]> {
  const problem = problemOfUrl(url.href, allowed)
  if (problem) throw new NotReachable(problem)
  const host = hostnameOf(url)
  if (isLiteral(url)) return [host]
  const addresses = await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new NotReachable('The name was not found')
  if (!addresses.every((address) => mayReach(url, address, allowed))) throw new NotReachable(NO_WAY_INSIDE)
  return addresses
}

const PATIENCE = 2000

/** Throws Invalid when the name leads inside already now. A name that is not known yet may become so. */
export async function refuseInside(text: string | undefined, resolve: Resolve = resolveByDns): Promise<void> {
  if (text === undefined) return
  const url = new URL(text)
  if (isLiteral(url)) return
  const late = Bun.sleep(PATIENCE).then(() => [])
  const addresses = await Promise.race([resolve(hostnameOf(url)).catch(() => []), late])
  if (!addresses.every((address: string) => mayReach(url, address, env.WEBHOOK_ALLOW)))
    throw new Invalid({ url: NO_WAY_INSIDE })
}
