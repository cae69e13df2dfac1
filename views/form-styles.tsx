import { assetUrl } from './assets.ts'

/** The rules that only long forms need: they come with the form, also into a list that is there already. */
export const FormStyles = () => <link rel="stylesheet" href={assetUrl('form.css')} />
