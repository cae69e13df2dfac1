import { isIP } from 'node:net'
import { isAllowed, isPublic, type Network } from '#src/runtime/network.ts'

export const NOT_HTTPS = 'Please use an address that starts with https://'
export const NO_WAY_INSIDE = 'This address leads into a private network, where nothing is sent'
const NOT_AN_ADDRESS = 'Please enter an address such as https://example.com/hooks'
const LOCAL = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa)$/

export const hostnameOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

export const isLiteral = (url: URL): boolean => isIP(hostnameOf(url)) !== 0

/** Judges only the text; what a name leads to is judged each time something is sent. Null when nothing is wrong. */
export function problemOfUrl(text: string, allowed: readonly Network[]): string | null {
  if (!URL.canParse(text)) return NOT_AN_ADDRESS
  // Numbers in every form (decimal, octal, hexadecimal) are dotted ones from here on.
  const url = new URL(text)
  const host = hostnameOf(url)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowed.length)) return NOT_HTTPS
  if (url.username || url.password) return 'Please leave name and password out of the address'
  if (url.hash) return 'Please leave out what follows #'
  if (host.endsWith('.')) return 'Please leave out the dot at the end of the name'
  if (!isPortOpen(url)) return 'Please use port 443, or one from 1024'
  if (isLiteral(url)) return mayReach(url, host, allowed) ? null : NO_WAY_INSIDE
  if (allowed.length === 0 && (!host.includes('.') || LOCAL.test(host))) return NO_WAY_INSIDE
  return null
}

const isPortOpen = ({ protocol, port }: URL): boolean =>
  port === '' || port === '443' || Number(port) >= 1024 || (protocol === 'http:' && port === '80')

export const mayReach = ({ protocol }: URL, address: string, allowed: readonly Network[]): boolean =>
  isAllowed(address, allowed) || (protocol === 'https:' && isPublic(address))
