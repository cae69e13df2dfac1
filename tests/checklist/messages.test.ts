import { expect, test } from 'bun:test'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aJob, jobInput, PASSWORD, quoteWork } from '#tests/support/world.ts'
import { toastOf } from './reading.ts'

// What is said when something was done, and when a form is refused. '!' is a destructive message.

const cast = castOfEachTest()

type Who = 'agent' | 'contractor' | 'admin'
type Deed = { who: Who; path: string; form?: Record<string, string> }
type Row = [said: string, deed: () => Promise<Deed>]

const yes = { confirmed: 'yes' }
const pendingQuote = async () => (await aJob(cast, 'quote_pending')).quotes[0]!.id
const completedVisit = async () => (await aJob(cast, 'completed')).visits[0]!.id
const NEW = { firstName: 'Nina', lastName: 'Ng', password: 'secret1' }

const DONE: Row[] = [
  [
    'Job Deleted / The job has been successfully deleted.',
    async () => ({ who: 'agent', path: `/jobs/${(await aJob(cast)).id}/delete`, form: { ...yes, back: '/' } }),
  ],
  [
    'Job Deleted / The job has been successfully deleted.',
    async () => ({ who: 'admin', path: `/admin/jobs/${(await aJob(cast)).id}/delete`, form: yes }),
  ],
  [
    'Quote Approved / The quote has been approved successfully.',
    async () => ({ who: 'agent', path: `/quotes/${await pendingQuote()}/approve`, form: { ...yes, back: '/quotes' } }),
  ],
  [
    'Quote Declined / The quote has been declined.',
    async () => ({ who: 'agent', path: `/quotes/${await pendingQuote()}/decline`, form: { ...yes, back: '/' } }),
  ],
  [
    'All Completed Jobs Deleted / All completed jobs have been successfully deleted.',
    async () => {
      await aJob(cast, 'completed')
      return { who: 'agent', path: '/completed-jobs/delete-all', form: { ...yes, back: '/completed-jobs' } }
    },
  ],
  [
    'Contractor Deleted / Contractor has been successfully removed from the system',
    async () => ({ who: 'admin', path: `/admin/contractors/${cast.contractor.id}/delete`, form: yes }),
  ],
  [
    'Password Reset / New password generated successfully',
    async () => ({ who: 'admin', path: `/admin/contractors/${cast.contractor.id}/reset-password`, form: yes }),
  ],
  [
    'Password Reset / New password generated successfully',
    async () => ({ who: 'admin', path: `/admin/estate-agents/${cast.agent.id}/reset-password`, form: yes }),
  ],
  [
    'Estate Agent Deleted / Estate agent has been successfully removed from the system',
    async () => ({ who: 'admin', path: `/admin/estate-agents/${cast.agent.id}/delete`, form: yes }),
  ],
  [
    'Sent to Invoiced / Invoice INV-000001 was created.',
    async () => ({ who: 'admin', path: `/admin/visits/${await completedVisit()}/invoice`, form: { amount: '60' } }),
  ],
  [
    'Visit Deleted / The visit has been successfully deleted.',
    async () => ({ who: 'admin', path: `/admin/visits/${await completedVisit()}/delete`, form: yes }),
  ],
  [
    'Quote Deleted / The quote has been successfully deleted.',
    async () => ({ who: 'admin', path: `/admin/quotes/${await pendingQuote()}/delete`, form: yes }),
  ],
  [
    'Invoice Deleted / Its item is ready for invoicing again.',
    async () => {
      const { id } = await markVisitInvoiced(cast.admin, await completedVisit())
      return { who: 'admin', path: `/admin/invoices/${id}/delete`, form: yes }
    },
  ],
  [
    'Invoice Deleted / The invoice has been permanently deleted.',
    async () => {
      const { id } = await markVisitInvoiced(cast.admin, await completedVisit())
      return { who: 'admin', path: `/admin/invoices/${id}/delete`, form: { ...yes, hardDelete: 'true' } }
    },
  ],
  [
    'Job Started / The job is now in progress.',
    async () => ({ who: 'contractor', path: `/jobs/${(await aJob(cast, 'assigned')).id}/start` }),
  ],
  [
    'Job Completed / The quote work has been marked complete.',
    async () => ({ who: 'contractor', path: `/jobs/${(await quoteWork(cast)).work.id}/mark-complete`, form: yes }),
  ],
]

const client = (who: Who) => signedInAs(cast[who])

for (const [said, deed] of DONE) {
  test(`${said}, by a form`, async () => {
    const { who, path, form } = await deed()
    expect(await toastOf((await client(who)).submit(path, form))).toBe(said)
  })
  test(`${said}, by htmx`, async () => {
    const { who, path, form } = await deed()
    expect(await toastOf((await client(who)).htmx(path, { method: 'POST', form: form ?? {} }))).toBe(said)
  })
}

/** What only a whole page tells. */
const PAGES: Row[] = [
  [
    'Job Created / JOB-000001 for Rose Cottage',
    async () => ({ who: 'agent', path: '/create-job', form: { ...jobInput() } as Record<string, string> }),
  ],
  [
    'Success / Password changed successfully!',
    async () => ({
      who: 'contractor',
      path: '/profile/password',
      form: { currentPassword: PASSWORD, newPassword: 'changed1', confirmPassword: 'changed1' },
    }),
  ],
  [
    '! Error / Current password is incorrect',
    async () => ({
      who: 'contractor',
      path: '/profile/password',
      form: { currentPassword: 'wrong', newPassword: 'changed1', confirmPassword: 'changed1' },
    }),
  ],
  [
    'Estate Agent Created / Estate agent account created successfully',
    async () => ({ who: 'admin', path: '/admin/accounts/estate-agent', form: { ...NEW, username: 'nina' } }),
  ],
  [
    'Contractor Created / Contractor account created successfully',
    async () => ({ who: 'admin', path: '/admin/accounts/contractor', form: { ...NEW, email: 'nina@x.example' } }),
  ],
  [
    '! Missing Information / Please fill in all fields',
    async () => ({ who: 'admin', path: '/admin/accounts/estate-agent', form: { ...NEW, username: ' ' } }),
  ],
  [
    '! Missing Information / Please fill in required fields (email, name, password)',
    async () => ({ who: 'admin', path: '/admin/accounts/contractor', form: { ...NEW, email: '' } }),
  ],
  [
    '! Failed to Create Account / Password must be at least 6 characters',
    async () => ({
      who: 'admin',
      path: '/admin/accounts/estate-agent',
      form: { ...NEW, username: 'nina', password: 'short' },
    }),
  ],
  [
    '! Failed to Create Account / This e-mail address is taken',
    async () => ({
      who: 'admin',
      path: '/admin/accounts/contractor',
      form: { ...NEW, email: cast.contractor.email!.toUpperCase() },
    }),
  ],
  [
    'Job Completed / Your visit has been recorded.',
    async () => ({
      who: 'contractor',
      path: `/jobs/${(await aJob(cast, 'assigned')).id}/complete`,
      form: { workDone: 'Bled the radiators.' },
    }),
  ],
  [
    'Quote Submitted / Your work and quote have been sent to the estate agent.',
    async () => ({
      who: 'contractor',
      path: `/jobs/${(await aJob(cast, 'assigned')).id}/complete`,
      form: { workDone: 'Looked.', needsQuote: 'yes', quoteAmount: '10', quoteDescription: 'A valve.' },
    }),
  ],
]

for (const [said, deed] of PAGES) {
  test(said, async () => {
    const { who, path, form } = await deed()
    expect(await toastOf((await client(who)).submit(path, form))).toBe(said)
  })
}
