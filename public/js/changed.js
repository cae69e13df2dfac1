/** Whether something typed or chosen in a form would be lost with it. Passwords are filled in by browsers too. */
export const isChanged = (form) =>
  // Errors stand beside what was typed: none of it is saved.
  form.querySelector('.error-summary') || [...form.elements].some(differs)

function differs({ type, value, defaultValue, checked, defaultChecked, options }) {
  if (options) return !([...options].find((one) => one.defaultSelected) ?? options[0]).selected
  return (
    defaultValue !== undefined &&
    !/password|hidden/.test(type) &&
    (value !== defaultValue || checked !== defaultChecked)
  )
}
