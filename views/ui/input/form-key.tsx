import { newKey } from './new-key.ts'

export const FORM_KEY = 'formKey'

export const FormKey = () => <input type="hidden" name={FORM_KEY} value={newKey()} />
