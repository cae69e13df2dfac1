/**
 * The id of a form control, from its name and the form's own prefix (needed where one page shows a form twice).
 * Every id that hangs on a field (label, hint, error, summary link) is made from this one.
 */
export const fieldId = (name: string, form = 'f'): string => `${form}-${name.replace(/[^\w-]+/g, '-')}`

/** The id of the hint under a field's label. */
export const hintId = (field: string): string => `${field}-hint`

/** The id of the error between hint and field. */
export const errorId = (field: string): string => `${field}-error`
