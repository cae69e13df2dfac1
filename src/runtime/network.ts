import ipaddr from 'ipaddr.js'

export type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** '10.0.0.0/8,fd00::/8'. Null for what is none. */
export function networksOf(text: string): Network[] | null {
  const parts = text.split(',').map((part) => part.trim())
  if (text.trim() === '') return []
  return parts.every((part) => ipaddr.isValidCIDR(part)) ? parts.map((part) => ipaddr.parseCIDR(part)) : null
}

/** Global unicast; ipaddr.js takes also what nobody has been given, and ::127.0.0.1, for unicast. */
const GLOBAL: Network = ipaddr.IPv6.parseCIDR('2000::/3')

/** Azure's own services answer its machines there, on an address that is public by its number. */
const CLOUDS_OWN = new Set(['168.63.129.16'])

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, bits)

/** On the internet: neither private nor this machine's nor wrapped in an address of another kind. */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv6' ? isWithin(address, GLOBAL) : !CLOUDS_OWN.has(address.toString())
}

export const isAllowed = (text: string, allowed: readonly Network[]): boolean =>
  ipaddr.isValid(text) && allowed.some((network) => isWithin(ipaddr.parse(text), network))
