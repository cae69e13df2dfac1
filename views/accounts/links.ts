export const mailLink = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`

/** The first number of what was typed: '07700 900123 (after 6)' has another. */
export function telLink(phone: string): string {
  const number = /\+?[\d(][\d\s().-]{4,}/.exec(phone)?.[0] ?? phone
  return `tel:${number.replace(/^(\+.*?)\(0\)/, '$1').replace(/[^\d+]/g, '')}`
}
