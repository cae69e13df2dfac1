// For the page of the API.

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

const place = document.querySelector('#calls')

SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  // Else the document would be sent to another's server, and colours would be styles in the page.
  validatorUrl: null,
  syntaxHighlight: { activated: false },
  // Under whatever address this page was opened: to another the browser would send nothing.
  requestInterceptor(request) {
    const { pathname, search } = new URL(request.url, location.origin)
    return { ...request, url: location.origin + pathname + search }
  },
  onComplete: () => place.removeAttribute('aria-busy'),
})
