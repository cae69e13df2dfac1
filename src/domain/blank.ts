/** Letters, digits, marks and signs that a font draws. Those named are drawn as nothing, which no property says. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u

export const isBlank = (text: string): boolean => !VISIBLE.test(text)
