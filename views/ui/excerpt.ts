/** The beginning of a long text for a list, cut at a word; the details have it whole. */
export function excerpt(text: string, length = 220): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length).toWellFormed()
  return `${cut.replace(/\s+\S*$/, '')}…`
}
