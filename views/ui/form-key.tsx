export const FORM_KEY = 'formKey'

/** Not randomUUID, which browsers offer only to https sites. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** The server handles a form with a key once, however often it is sent. */
export const FormKey = () => <input type="hidden" name={FORM_KEY} value={newKey()} />
