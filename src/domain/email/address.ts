// Neither quoted local parts nor comments: a header or an SMTP command could read them as more than one address.
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[\p{L}\p{N}]([\p{L}\p{M}\p{N}.-]{0,251}[\p{L}\p{M}\p{N}])?$/u

export function isAddress(text: string): boolean {
  if (text.length > 254 || !ADDRESS.test(text) || text.includes('..')) return false
  const [local, domain] = text.split('@') as [string, string]
  // A server could fold such letters into an @ or a dot: another address.
  if (text.normalize('NFKC') !== text.normalize('NFC')) return false
  return !local.startsWith('.') && !local.endsWith('.') && URL.canParse(`http://${domain}`)
}

export type Mailbox = { name: string; address: string }

export function mailbox(text: string): Mailbox | null {
  const [, name, inBrackets] = /^([^<>\p{C}]*)<([^<>]+)>$/u.exec(text.trim()) ?? []
  const address = (inBrackets ?? text).trim()
  return isAddress(address) ? { name: (name ?? '').trim().replace(/^"(.*)"$/, '$1'), address } : null
}
