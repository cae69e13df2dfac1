import type { Page } from '@playwright/test'
import {
  addPhotos,
  ask,
  click,
  fill,
  focus,
  inTurn,
  makeAccount,
  moreDetail,
  offline,
  open,
  opened,
  openForm,
  refused,
  search,
  tick,
  tooltip,
  unfold,
  yes,
} from './acts.ts'
import type { Known } from './known.ts'

export type Who = 'stranger' | 'nobody' | 'agent' | 'contractor' | 'admin'

export type Screen = {
  /** Part of the file's name, with role, size and scheme. */
  name: string
  path: string | ((known: Known) => string)
  act?: (page: Page) => Promise<unknown>
  /** What the console may complain of. */
  allow?: RegExp
  javaScript?: false
  size?: 'phone' | 'desktop'
}

const openMenu: Screen = {
  name: 'menu',
  path: '/',
  size: 'phone',
  act: (page) => page.locator('.top-menu summary').click(),
}

const NOTHING_SENT = /^4\d\d /

export const SCREENS: Record<Who, Screen[]> = {
  stranger: [
    { name: 'landing', path: '/' },
    { name: 'landing-no-javascript', path: '/', javaScript: false },
    { name: 'login', path: '/login' },
    {
      name: 'login-shown',
      path: '/login',
      act: inTurn(fill({ password: 'correct horse' }), (page) => page.locator('[data-reveal]').click()),
    },
    { name: 'forgot-password', path: '/forgot-password' },
    { name: 'link-ended', path: '/set-password/ended', allow: NOTHING_SENT },
    { name: 'login-empty', path: '/login', act: inTurn(click('Login'), refused), allow: NOTHING_SENT },
    {
      name: 'login-wrong',
      path: '/login',
      act: inTurn(fill({ identifier: 'olivia', password: 'nonsense' }), click('Login'), refused),
      allow: NOTHING_SENT,
    },
    { name: 'privacy', path: '/privacy-policy' },
    { name: 'terms', path: '/terms-conditions' },
    { name: 'cookies', path: '/cookie-policy' },
    { name: 'not-found', path: '/no-such-page', allow: NOTHING_SENT },
    { name: 'mailbox', path: '/dev/mail' },
  ],
  nobody: [
    { name: 'no-role', path: '/', allow: NOTHING_SENT },
    { name: 'profile', path: '/profile', allow: NOTHING_SENT },
  ],
  agent: [
    { name: 'dashboard', path: '/' },
    openMenu,
    { name: 'dashboard-job', path: '/', act: open('.stretched') },
    { name: 'dashboard-quote', path: '/', act: open('.dashboard-lists a[href^="/quotes/"]') },
    { name: 'ask-delete', path: '/', act: inTurn(unfold, ask(/^Delete the job/)) },
    { name: 'toast-deleted', path: '/', act: inTurn(unfold, ask(/^Delete the job/), yes) },
    { name: 'ask-approve', path: '/', act: open('[aria-label^=Approve]') },
    { name: 'ask-decline', path: '/', act: ask(/^Decline/) },
    { name: 'create-job', path: '/create-job' },
    {
      name: 'create-job-refused',
      path: '/create-job',
      act: inTurn(fill({ issueDescription: 'Tap' }), click('Create Job'), refused),
      allow: NOTHING_SENT,
    },
    { name: 'create-job-offline', path: '/create-job', act: (page) => offline(page, 'Create Job') },
    { name: 'jobs', path: '/jobs' },
    { name: 'jobs-focus', path: '/jobs', act: focus('.cards .button') },
    { name: 'jobs-no-match', path: '/jobs', act: search('zebra') },
    { name: 'jobs-dialog', path: '/jobs?search=Llanfair', act: open('[data-dialog]') },
    { name: 'jobs-no-javascript', path: '/jobs', javaScript: false },
    { name: 'job', path: ({ pending }) => `/jobs/${pending}` },
    { name: 'job-answered', path: ({ quoted }) => `/jobs/${quoted}` },
    { name: 'quotes', path: '/quotes' },
    { name: 'quotes-no-match', path: '/quotes', act: search('zebra') },
    { name: 'quotes-dialog', path: '/quotes?search=Llanfair&status=pending', act: open('[data-dialog]') },
    {
      name: 'quotes-dialog-ask',
      path: '/quotes?search=Llanfair&status=pending',
      act: inTurn(open('[data-dialog]'), (page) => page.locator('dialog[open] form[action$="approve"] button').click()),
    },
    { name: 'quote', path: ({ quote }) => `/quotes/${quote}` },
    { name: 'quote-expired', path: ({ expired }) => `/quotes/${expired}` },
    { name: 'completed-jobs', path: '/completed-jobs' },
    { name: 'completed-quote', path: '/completed-jobs', act: open('[data-dialog][href^="/quotes/"]') },
    { name: 'ask-delete-all', path: '/completed-jobs', act: ask(/^Delete All/) },
    {
      name: 'ask-no-javascript',
      path: '/completed-jobs',
      javaScript: false,
      act: (page) => page.getByRole('button', { name: /^Delete All/ }).click(),
    },
    { name: 'profile', path: '/profile' },
    { name: 'profile-refused', path: '/profile', act: inTurn(click('Change Password'), refused), allow: NOTHING_SENT },
    { name: 'access-denied', path: '/admin/contractors', allow: NOTHING_SENT },
    { name: 'not-found', path: '/jobs/0198c0de-0000-7000-8000-000000000000', allow: NOTHING_SENT },
  ],
  contractor: [
    { name: 'dashboard', path: '/' },
    openMenu,
    { name: 'jobs', path: '/jobs' },
    { name: 'jobs-open', path: '/jobs', act: openForm },
    {
      name: 'jobs-open-quote',
      path: '/jobs',
      act: inTurn(openForm, (page) => page.getByLabel('This job needs a quote').check(), moreDetail),
    },
    { name: 'visit', path: '/visit' },
    { name: 'completion', path: ({ started }) => `/visit/${started}` },
    {
      name: 'completion-photos',
      path: ({ started }) => `/visit/${started}`,
      act: addPhotos,
      allow: NOTHING_SENT,
    },
    {
      name: 'completion-refused',
      path: ({ started }) => `/visit/${started}`,
      javaScript: false,
      act: inTurn((page) => page.getByLabel('This job needs a quote').check(), click('Submit Work & Quote'), refused),
      allow: NOTHING_SENT,
    },
    { name: 'quote-work', path: ({ work }) => `/visit/${work}` },
    { name: 'history', path: '/history' },
    { name: 'history-quotes', path: '/history?show=quotes' },
    { name: 'history-dialog', path: '/history', act: open('[data-dialog]') },
    { name: 'completed-jobs', path: '/completed-jobs' },
    { name: 'messages', path: '/messages' },
    { name: 'job', path: ({ quoted }) => `/jobs/${quoted}` },
    { name: 'quote', path: ({ quote }) => `/quotes/${quote}` },
    { name: 'profile', path: '/profile' },
    { name: 'toast-started', path: '/jobs', act: inTurn(click('Start'), (page) => page.locator('.toast').waitFor()) },
  ],
  admin: [
    { name: 'dashboard', path: '/' },
    openMenu,
    { name: 'emails', path: '/admin/emails' },
    { name: 'emails-failed', path: '/admin/emails?tab=failed' },
    { name: 'dashboard-visits', path: '/?tab=visits' },
    { name: 'dashboard-quotes', path: '/?tab=quotes' },
    { name: 'dashboard-invoiced', path: '/?tab=invoiced' },
    { name: 'ask-delete-job', path: '/', act: inTurn(unfold, ask(/^Delete JOB/)) },
    { name: 'ask-delete-visit', path: '/?tab=visits', act: ask(/^Delete visit/) },
    {
      name: 'ask-delete-invoice',
      path: '/?tab=invoiced',
      act: inTurn(ask(/^Delete invoice/), (page) => page.locator('#confirm input').check()),
    },
    {
      name: 'toast-invoiced',
      path: '/?tab=visits',
      act: inTurn(
        click(/^Send to Invoiced/),
        (page) => page.locator('#dialog [name=amount]').press('Enter'),
        (page) => page.locator('.toast').waitFor(),
      ),
    },
    {
      name: 'ask-fee',
      path: '/?tab=visits',
      act: inTurn(click(/^Send to Invoiced/), (page) => page.locator('#dialog [name=amount]').waitFor()),
    },
    { name: 'visits-ticked', path: '/?tab=visits', act: tick(3) },
    { name: 'visits-ask-many', path: '/?tab=visits', act: inTurn(tick(3), open('.tick-bar .primary')) },
    { name: 'jobs', path: '/admin/jobs' },
    { name: 'jobs-ticked', path: '/admin/jobs', act: tick(3) },
    { name: 'jobs-assign-many', path: '/admin/jobs?status=pending', act: inTurn(tick(3), open('.tick-bar .primary')) },
    {
      name: 'jobs-cancel-many',
      path: '/admin/jobs?status=pending',
      act: inTurn(tick(2), open('.tick-bar [formaction$=cancel]')),
    },
    { name: 'jobs-hard', path: '/admin/jobs?search=Llanfair' },
    { name: 'jobs-chase-many', path: '/admin/jobs?waitingOn=contractor', act: inTurn(tick(2), open('[data-key="c"]')) },
    { name: 'job-beside', path: '/admin/jobs', size: 'desktop', act: open('tbody a[data-dialog]') },
    { name: 'columns', path: '/admin/jobs/columns' },
    { name: 'keys', path: '/profile/keys' },
    { name: 'figures', path: '/admin/figures' },
    { name: 'views', path: '/admin/views' },
    { name: 'view-new', path: '/admin/views/new?list=jobs&query=status%3Dpending' },
    { name: 'actions', path: '/admin/actions' },
    { name: 'messages', path: '/admin/messages' },
    { name: 'message', path: ({ quoted }) => `/admin/messages/${quoted}` },
    {
      name: 'property',
      path: ({ quoted }) => `/admin/jobs/${quoted}`,
      act: opened('All about this property', 'Open jobs'),
    },
    { name: 'jobs-no-match', path: '/admin/jobs', act: search('zebra') },
    { name: 'jobs-dialog', path: '/admin/jobs?search=Llanfair', act: open('tbody [data-dialog]') },
    { name: 'jobs-tooltip', path: '/admin/jobs', size: 'desktop', act: tooltip },
    { name: 'edit', path: '/admin/jobs', act: open('[href$="/edit"]') },
    {
      name: 'edit-refused',
      path: '/admin/jobs',
      act: inTurn(open('[href$="/edit"]'), fill({ propertyName: '' }), click('Save Changes'), refused),
      allow: NOTHING_SENT,
    },
    { name: 'assign', path: '/admin/jobs', act: open('[href$="/assign"]') },
    { name: 'assign-page', path: ({ pending }) => `/admin/jobs/${pending}/assign` },
    {
      name: 'assign-refused',
      path: ({ pending }) => `/admin/jobs/${pending}/assign`,
      act: inTurn(click('Assign Contractor'), refused),
      allow: NOTHING_SENT,
    },
    { name: 'cancel', path: ({ assigned }) => `/admin/jobs/${assigned}/cancel` },
    { name: 'refused', path: ({ quoted }) => `/admin/jobs/${quoted}/edit`, allow: NOTHING_SENT },
    { name: 'job-pending', path: ({ pending }) => `/admin/jobs/${pending}` },
    { name: 'job-assigned', path: ({ assigned }) => `/admin/jobs/${assigned}` },
    { name: 'job-invoiced', path: ({ invoiced }) => `/admin/jobs/${invoiced}` },
    { name: 'job-cancelled', path: ({ cancelled }) => `/admin/jobs/${cancelled}` },
    { name: 'history', path: ({ quoted }) => `/admin/jobs/${quoted}/history` },
    { name: 'quotes', path: '/admin/quotes' },
    { name: 'quotes-no-match', path: '/admin/quotes', act: search('zebra') },
    { name: 'quotes-dialog', path: '/admin/quotes', act: open('tbody [data-dialog]') },
    { name: 'quote', path: ({ quote }) => `/admin/quotes/${quote}` },
    { name: 'quote-work', path: '/admin/quote-work' },
    { name: 'quote-work-dialog', path: '/admin/quote-work', act: open('tbody [data-dialog]') },
    { name: 'contractors', path: '/admin/contractors' },
    { name: 'ask-delete-contractor', path: '/admin/contractors?search=Wriothesley', act: ask(/^Delete /) },
    { name: 'toast-reset', path: '/admin/contractors?search=Abara', act: inTurn(ask(/^Reset Password/), yes) },
    { name: 'contractor', path: '/admin/contractors?search=Wriothesley', act: opened(/^Maximiliana/, 'Jobs in hand') },
    {
      name: 'reassign',
      path: '/admin/contractors?search=Wriothesley',
      act: inTurn(opened(/^Maximiliana/, 'Jobs in hand'), opened('Reassign All', 'Who takes them over?')),
    },
    { name: 'agent', path: '/admin/accounts?search=Cholmondeley', act: opened(/^Bartholomew/, 'Unfinished jobs') },
    { name: 'accounts', path: '/admin/accounts' },
    { name: 'accounts-contractor', path: '/admin/accounts?tab=contractor' },
    { name: 'accounts-administrator', path: '/admin/accounts?tab=admin' },
    { name: 'accounts-import', path: '/admin/accounts/import' },
    { name: 'account-edit', path: '/admin/contractors?search=Abara', act: open('tbody [data-dialog]') },
    { name: 'account-generated', path: '/admin/accounts', act: click('Generate Secure Password') },
    {
      name: 'account-missing',
      path: '/admin/accounts',
      act: inTurn(click('Create Estate Agent Account'), refused),
      allow: NOTHING_SENT,
    },
    { name: 'account-created', path: '/admin/accounts', act: makeAccount },
    { name: 'profile', path: '/profile' },
    { name: 'not-found', path: '/admin/nothing', allow: NOTHING_SENT },
  ],
}

export const EMPTY_SCREENS: Partial<Record<Who, Screen[]>> = {
  agent: ['/', '/jobs', '/quotes', '/completed-jobs'].map(empty),
  contractor: ['/', '/jobs', '/visit', '/history', '/history?show=quotes', '/completed-jobs'].map(empty),
  admin: [
    ...['/', '/?tab=visits', '/?tab=quotes', '/?tab=invoiced', '/admin/jobs', '/admin/quotes', '/admin/quote-work'],
    ...['/admin/contractors', '/admin/accounts'],
  ].map(empty),
}

function empty(path: string): Screen {
  return { name: `empty${path.replace(/\W+/g, '-').replace(/-$/, '')}`, path }
}
