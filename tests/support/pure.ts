/** Rules and shapes that run in server, browser and test alike. */
const PURE = new Set(
  `money dates most-counted said-once turns visible webhooks/webhook guard/permissions emails/kinds links/link messages/message photos/photo
  accounts/account accounts/areas accounts/events events/event accounts/import/row accounts/tokens/token appointments/appointment appointments/slots invoices/invoice visits/visit
  jobs/job jobs/open-job jobs/waiting jobs/whose-move jobs/waiting-words jobs/visit-target jobs/fields jobs/changes jobs/reopening jobs/suggestion jobs/contractor-type jobs/address
  quotes/quote quotes/quote-with-job quotes/lines quotes/amounts quotes/draft`.split(/\s+/),
)
export const isPure = (path: string) => PURE.has(path.replace(/^src\/(.+)\.ts$/, '$1'))
