const place = document.querySelector('#calls')

/** What readers by ear and by keyboard need, and Swagger UI leaves out. */
const ATTRIBUTES = {
  h3: { 'aria-level': '2' },
  h4: { 'aria-level': '3' },
  h5: { 'aria-level': '4' },
  'pre:not([tabindex])': { tabindex: '0' },
}

new MutationObserver(() => {
  for (const [selector, attributes] of Object.entries(ATTRIBUTES))
    for (const element of place.querySelectorAll(selector))
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}).observe(place, { childList: true, subtree: true })

/** Its own layout would be a second main part of the page, with a title, a licence and servers. */
const ourLayout = ({ React }) => ({
  components: {
    Calls({ getComponent, specSelectors }) {
      const part = (name, props) =>
        React.createElement(getComponent(name, name !== 'SvgAssets'), { key: name, ...props })
      const all = specSelectors.taggedOperations()
      // Of 150 together it has only those in sight in the page, where nobody who searches or listens finds the others.
      const ofTag = (tag) => {
        const taggedOperations = () => all.filter((_, name) => name === tag)
        return part('operations', { key: tag, specSelectors: { ...specSelectors, taggedOperations } })
      }
      const head = ['SvgAssets', 'errors', 'AuthorizeBtnContainer', 'FilterContainer'].map((name) => part(name))
      return React.createElement('div', { className: 'swagger-ui' }, head, [...all.keys()].map(ofTag))
    },
  },
})

const at = (document, path) => path.reduce((place, key) => place[key], document)
const whole = (document, value) =>
  JSON.parse(JSON.stringify(value), (_, part) => {
    const path = part?.$ref?.slice('#/'.length).split('/')
    return path ? { ...whole(document, at(document, path)), $$ref: part.$ref } : part
  })

/** Our document refers to its own parts alone, and in no circle: the other resolver takes seconds for each call. */
const ourResolver = () => ({
  fn: { resolveSubtree: async (document, path) => ({ spec: whole(document, at(document, path)), errors: [] }) },
})

SwaggerUIBundle({
  plugins: [ourLayout, ourResolver],
  layout: 'Calls',
  domNode: place,
  url: place.dataset.document,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  deepLinking: false,
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
