import { showToast } from './session-end.ts'

declare global {
  interface Window {
    htmx?: {
      ajax(verb: string, path: string, options: { target: string; swap: string }): unknown
      process(element: Element): void
    }
  }
}

export function finishForm(message: { title: string; text: string }, region: string | null, list: string): void {
  // What was fetched ahead meanwhile may be from before.
  navigator.serviceWorker?.controller?.postMessage('changed')
  if (region && window.htmx && document.querySelector(region)) {
    showToast(message)
    window.htmx.ajax('GET', list, { target: region, swap: 'outerHTML' })
    return
  }
  // As the server does it: the next page shows the message and takes the cookie back.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every phone
  document.cookie = `toast=${encodeURIComponent(JSON.stringify(message))}; path=/; max-age=60; samesite=lax`
  location.assign(list)
}
