/** In the dialog a form is sent by htmx, which then changes the list beneath; a page's form leads back to the list. */
export const inDialog = (page: boolean | undefined, action: string) =>
  page ? {} : { 'hx-post': action, 'hx-target': '#dialog', 'hx-swap': 'innerHTML' }

/** A form over a list is answered with the regions that it changed. */
export const liveForm = (action: string) => ({ 'hx-post': action, 'hx-target': '#toasts', 'hx-swap': 'none' })
