import { expect, test } from 'bun:test'
import { cloneElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { mustDoHead } from '#src/dashboards/must-do.tsx'
import type { Actor } from '#src/domain/account/account.ts'
import { emailFigures } from '#src/emails/admin-queries.ts'
import { areOnlyFiles, warnOfMail } from '#src/emails/mailer.ts'
import { captureLog } from '#tests/support/log.ts'
import { aCast, aJob, anAdmin } from '#tests/support/world.ts'
import type { MustDoHead } from '#views/dashboards/to-do.tsx'
import { EmailQueue } from '#views/emails/queue.tsx'

// A production without a mail server, which no screen may call sent.

const ONLY_FILES = 'E-mails are only written to files on the server: SMTP_URL is not set.'
const SMTP_URL = 'smtp://mail.office.example:587'
const MAIL_FROM = 'Fettle <no-reply@fettle.example>'

test.each([
  [{ production: true, MAIL_FROM }, ['mail.files']],
  [{ production: true, MAIL_FROM, SMTP_URL }, ['mail.sender']],
  [{ production: true, MAIL_FROM: 'no-reply@Fettle.Example', SMTP_URL }, ['mail.sender']],
  [{ production: true, MAIL_FROM: 'Repairs <repairs@office.co.uk>', SMTP_URL }, []],
  [{ production: false, MAIL_FROM }, []],
  [{ production: false, MAIL_FROM, SMTP_URL }, []],
])('a start with %j warns of %j', (settings, warnings) => {
  using logged = captureLog()
  warnOfMail(settings)
  expect(logged.events().map(({ event }) => event)).toEqual(warnings)
  expect(logged.text()).not.toContain('@')
  expect(areOnlyFiles(settings)).toBe(warnings[0] === 'mail.files')
})

async function dashboardOf(user: Actor, onlyFiles: boolean): Promise<string> {
  const head = (await mustDoHead(user, { visits: 0, quotes: 0, active: 0, invoiced: 0 })) as ReactElement<
    Parameters<typeof MustDoHead>[0]
  >
  const { must } = head.props
  return renderToStaticMarkup(cloneElement(head, { must: { ...must, emails: { ...must.emails, onlyFiles } } }))
}

test('the first screen says that e-mails are only written to files, on the first day too', async () => {
  expect(await dashboardOf(await anAdmin(), true)).toMatch(new RegExp(`No jobs yet.*${ONLY_FILES}`))
  const cast = await aCast()
  await aJob(cast)
  expect(await dashboardOf(cast.admin, true)).toContain(`<a href="/admin/emails">${ONLY_FILES}</a>`)
  const sending = await dashboardOf(cast.admin, false)
  expect(sending).toContain('E-mails: all are sent')
  expect(sending).not.toContain('SMTP_URL')
})

test('E-mails says so above its list', async () => {
  const figures = await emailFigures()
  expect(figures.onlyFiles).toBe(false)
  const list = { tab: 'waiting', emails: [], nextHref: null, sent: 14 } as const
  const page = renderToStaticMarkup(<EmailQueue {...list} figures={{ ...figures, onlyFiles: true }} />)
  expect(page).toMatch(new RegExp(`<p class="notice mail-server">${ONLY_FILES}.*No e-mail waits`))
  expect(renderToStaticMarkup(<EmailQueue {...list} figures={figures} />)).not.toContain('SMTP_URL')
})
