export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const isBox = (field: Field): field is HTMLInputElement => /x$|radio/.test(field.type)

export const stateOf = (field: Field): string | boolean => (isBox(field) ? field.checked : field.value)

export function baseOf(field: Field): string | boolean | undefined {
  if (isBox(field)) return field.defaultChecked
  if (!('options' in field)) return field.defaultValue
  return ([...field.options].find((one) => one.defaultSelected) ?? field.options[0])?.value
}
