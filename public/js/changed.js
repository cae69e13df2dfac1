/** Neither words to search for nor passwords count: browsers fill those in. */
export const isChanged = (form) => form.querySelector('.error-summary') || [...form.elements].some(differs)

function differs({ type, value, defaultValue, checked, defaultChecked, options }) {
  if (options) return !([...options].find((one) => one.defaultSelected) ?? options[0]).selected
  return (
    defaultValue !== undefined &&
    !/search|hidden|password/.test(type) &&
    (value !== defaultValue || checked !== defaultChecked)
  )
}
