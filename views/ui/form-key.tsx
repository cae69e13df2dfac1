/** The name of the hidden field. */
export const FORM_KEY = 'formKey'

/** A key that nothing else has. Not randomUUID, which browsers keep from sites without https. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Goes into every form that creates or sends something: the server does it once, however often it is sent. */
export const FormKey = () => <input type="hidden" name={FORM_KEY} value={newKey()} />
