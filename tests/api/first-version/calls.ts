// What a script of the first version calls: everything that version had, by its README's way of a job. Knows nothing of
// the program, so that the first version itself could be asked the same (answers.json is what it answered).

export const ADMIN = { email: 'ada@fettle.example', password: 'correct horse' }

export type Answer = { call: string; status: number; type: string; body: unknown }
type Send = (url: string, init: RequestInit) => Promise<Response>
/** As far as later calls need it. */
type Body = { id: string; uploadURL: string; user: { id: string }; 0: { id: string } }
type Who = 'admin' | 'agent' | 'contractor' | 'stranger'

const AGENT = { username: 'olivia', firstName: 'Olivia', lastName: 'Hart', password: 'green door' }
const CONTRACTOR = {
  ...{ email: 'carl@plumbing.example', firstName: 'Carl', lastName: 'Mason' },
  ...{ company: "Carl's Plumbing", phone: '07700 900123', password: 'copper pipe' },
}
const JOB = {
  ...{ estateAgentName: 'Olivia Hart', estateAgency: 'Rightway Lettings', propertyName: 'Rose Cottage' },
  ...{ propertyAddress: '12 Mill Lane, Godalming GU7 1HE', urgency: 'high', accessNotes: 'Key at the office' },
  issueDescription: 'The boiler loses pressure every night.',
}
const WITH_QUOTE = {
  ...{ workDone: 'Found a failed expansion vessel.', needsQuote: true, quoteAmount: 480 },
  quoteDescription: 'Replace the expansion vessel.',
}

const NOWHERE = '00000000-0000-7000-8000-000000000000'

/** Calls everything, and returns what was answered in order. An administrator is there, and nothing else. */
export async function callEverything(send: Send, photo: Uint8Array<ArrayBuffer>): Promise<Answer[]> {
  const answers: Answer[] = []
  const cookies: Partial<Record<Who, string>> = {}
  const ids: Record<string, string> = { nowhere: NOWHERE }

  /** `call` is as a document has it: a name in braces stands for an id. Returns the body. */
  async function as(who: Who, call: string, body?: unknown, type = 'application/json'): Promise<Body> {
    const [method = '', path = ''] = call.split(' ')
    const headers = {
      ...(cookies[who] && { cookie: cookies[who] }),
      ...(body !== undefined && { 'content-type': type }),
    }
    const response = await send(
      path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name),
      { method, headers, body: typeof body === 'object' ? JSON.stringify(body) : (body as string | undefined) },
    )
    const session = /session=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0]
    if (session && path === '/api/local/login') cookies[who] = session
    const answered = {
      call: `${who}: ${call}`,
      status: response.status,
      type: (response.headers.get('content-type') ?? '').split(';')[0]!,
      body: await response.json(),
    }
    answers.push(answered)
    return answered.body as Body
  }
  const signIn = (who: Who, identifier: string, password: string) =>
    as(who, 'POST /api/local/login', { identifier, password })

  await as('stranger', 'GET /api/jobs')
  await signIn('stranger', ADMIN.email, 'wrong')
  await signIn('admin', ADMIN.email, ADMIN.password)
  await as('admin', 'GET /api/auth/user')
  await as('admin', 'POST /api/admin/create-estate-agent', AGENT)
  await as('admin', 'POST /api/admin/create-estate-agent', AGENT)
  await as('admin', 'POST /api/admin/create-estate-agent', {})
  ids.contractor = (await as('admin', 'POST /api/admin/create-contractor', CONTRACTOR)).user.id
  const other = { ...CONTRACTOR, email: 'dee@spark.example', firstName: 'Dee' }
  ids.other = (await as('admin', 'POST /api/admin/create-contractor', other)).user.id
  await signIn('agent', AGENT.username, AGENT.password)
  await signIn('contractor', CONTRACTOR.email, CONTRACTOR.password)
  await as('agent', 'GET /api/auth/user')
  await as('contractor', 'GET /api/auth/user')
  await as('agent', 'GET /api/contractors')
  await as('admin', 'GET /api/contractors')
  await as('admin', 'GET /api/estate-agents')

  // What is wrong.
  await as('agent', 'POST /api/jobs', { propertyName: 'Rose Cottage' })
  await as('agent', 'POST /api/jobs', '{"a":')
  await as('agent', 'POST /api/jobs', 'a=1', 'application/x-www-form-urlencoded')
  await as('agent', 'GET /api/jobs/{nowhere}')
  await as('agent', 'GET /api/nothing')

  // A job's life, as the README had it.
  ids.job = (await as('agent', 'POST /api/jobs', JOB)).id
  await as('agent', 'GET /api/jobs')
  await as('agent', 'GET /api/jobs/recent')
  await as('agent', 'GET /api/stats')
  await as('contractor', 'GET /api/jobs/{job}')
  await as('admin', 'PATCH /api/jobs/{job}', { accessNotes: 'Key at the bakery', urgency: 'medium' })
  await as('admin', 'POST /api/jobs/{job}/assign', {})
  await as('admin', 'POST /api/jobs/{job}/assign', { contractorId: ids.other })
  await as('admin', 'POST /api/jobs/{job}/unassign')
  await as('admin', 'POST /api/jobs/{job}/unassign')
  await as('admin', 'POST /api/jobs/{job}/assign', { contractorId: ids.contractor })
  await as('contractor', 'GET /api/jobs')
  await as('contractor', 'GET /api/stats')
  await as('contractor', 'POST /api/jobs/{job}/start')
  const upload = await as('contractor', 'POST /api/objects/upload')
  await send(upload.uploadURL, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: photo })
  await as('contractor', 'POST /api/jobs/{job}/complete', { ...WITH_QUOTE, quoteAmount: -1 })
  await as('contractor', 'POST /api/jobs/{job}/complete', { ...WITH_QUOTE, images: [upload.uploadURL] })
  await as('contractor', 'POST /api/jobs/{job}/complete', WITH_QUOTE)
  ids.quote = (await as('agent', 'GET /api/quotes/pending'))[0].id
  await as('admin', 'GET /api/quotes')
  await as('contractor', 'GET /api/quotes/{quote}')
  await as('admin', 'PATCH /api/quotes/{quote}/approve')
  await as('agent', 'PATCH /api/quotes/{quote}/approve')
  await as('agent', 'PATCH /api/quotes/{quote}/decline')
  ids.work = (await as('contractor', 'GET /api/jobs'))[0].id
  await as('contractor', 'POST /api/jobs/{work}/mark-complete', { workDone: 'A new vessel is in.' })
  await as('agent', 'GET /api/jobs/{job}')
  await as('agent', 'GET /api/jobs/{job}/events')
  await as('agent', 'GET /api/jobs/completed')
  ids.visit = (await as('admin', 'GET /api/contractor-visits-invoicing'))[0].id
  await as('admin', 'GET /api/dev/contractor-visits-invoicing')
  await as('admin', 'POST /api/visits/{visit}/mark-invoiced', { amount: 'much' })
  ids.invoice = (await as('admin', 'POST /api/visits/{visit}/mark-invoiced')).id
  await as('admin', 'DELETE /api/visits/{visit}')
  await as('admin', 'GET /api/quote-work-invoicing')
  await as('admin', 'GET /api/dev/quote-work-invoicing')
  await as('admin', 'POST /api/quotes/{quote}/mark-invoiced')
  await as('admin', 'GET /api/invoiced-items')
  await as('admin', 'GET /api/dev/invoiced-items')
  await as('admin', 'DELETE /api/invoices/{invoice}')
  ids.again = (await as('admin', 'POST /api/visits/{visit}/mark-invoiced', { amount: 75 })).id
  await as('admin', 'DELETE /api/invoices/{again}?hardDelete=true')
  await as('agent', 'GET /api/jobs')

  // Other ends.
  ids.declined = (await as('agent', 'POST /api/jobs', { ...JOB, urgency: undefined, accessNotes: undefined })).id
  await as('admin', 'POST /api/jobs/{declined}/assign', { contractorId: ids.contractor })
  await as('contractor', 'POST /api/jobs/{declined}/complete', { ...WITH_QUOTE, materialsCost: 150, notes: 'By lift' })
  ids.second = (await as('agent', 'GET /api/quotes/pending'))[0].id
  await as('agent', 'PATCH /api/quotes/{second}/decline')
  await as('admin', 'DELETE /api/quotes/{second}')
  await as('agent', 'DELETE /api/jobs/completed/all')
  ids.unwanted = (await as('agent', 'POST /api/jobs', JOB)).id
  await as('agent', 'DELETE /api/jobs/{unwanted}')
  ids.called = (await as('agent', 'POST /api/jobs', JOB)).id
  await as('admin', 'POST /api/jobs/{called}/cancel', { reason: 'The tenant moved out' })
  await as('admin', 'DELETE /api/jobs/{called}')
  await as('contractor', 'POST /api/change-password', { currentPassword: 'x', newPassword: 'y', confirmPassword: 'z' })
  const changed = { currentPassword: CONTRACTOR.password, newPassword: 'steel pipe', confirmPassword: 'steel pipe' }
  await as('contractor', 'POST /api/change-password', changed)
  await as('admin', 'POST /api/contractors/{other}/reset-password')
  await as('admin', 'PATCH /api/users/{other}/role', { role: 'estate_agent' })
  await as('admin', 'DELETE /api/estate-agents/{other}')
  await as('admin', 'DELETE /api/contractors/{contractor}')
  return answers
}

const SHOWN_ONCE = ['newPassword', 'uploadURL']

/** What is another at each call stands as what it is: an id, a moment, a password. */
export function settled(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => settled(one))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, settled(one, key)]))
  if (typeof value !== 'string') return value
  if (SHOWN_ONCE.includes(name)) return `<${name}>`
  return value
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<moment>')
}
