export const inDialog = (page: boolean | undefined, action: string) =>
  page ? {} : { 'hx-post': action, 'hx-target': '#dialog', 'hx-swap': 'innerHTML' }

/** For a form in a list: the answer brings the regions that changed, and swaps nothing else. */
export const liveForm = (action: string) => ({ 'hx-post': action, 'hx-target': '#toasts', 'hx-swap': 'none' })
