export const fieldId = (name: string, form = 'f'): string => `${form}-${name.replace(/[^\w-]+/g, '-')}`

export const hintId = (field: string): string => `${field}-hint`

export const errorId = (field: string): string => `${field}-error`
