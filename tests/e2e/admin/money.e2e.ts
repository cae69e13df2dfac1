import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { expect, type Person, test } from '#tests/e2e/support/app.ts'
import { dialogOf, examine, says } from '#tests/e2e/support/screen.ts'
import { aJob, HARD, upload } from '#tests/e2e/support/world.ts'

type Crew = { agent: Person; contractor: Person; admin: Person }
type Made = { id: string; invoiceNumber: string; amount: string }

async function invoiced({ admin, ...others }: Crew, job: Record<string, string> = HARD.job): Promise<Made> {
  const { id } = await aJob({ admin, ...others }, 'completed', { job })
  const { visits } = await admin.api.get<{ visits: { id: string }[] }>(`/api/jobs/${id}`)
  return admin.api.post<Made>(`/api/visits/${visits[0]!.id}/mark-invoiced`)
}

test('each screen of money can be read with long names, by eye and by a screen reader', async ({ people, watch }) => {
  test.slow()
  watch.allow(/^422 POST /)
  const crew = await people.crew(HARD.names)
  const invoice = await invoiced(crew)
  const page = await crew.admin.open(`/invoices?agency=${encodeURIComponent(HARD.job.estateAgency)}`)
  await says(page, invoice.invoiceNumber, 'Total')
  await examine(page)
  await page.goto('/invoices?filters=all&state=late')
  await examine(page)
  await page.goto(`/invoices/${invoice.id}`)
  await examine(page)
  await page.getByRole('link', { name: 'Void', exact: true }).click()
  await says(dialogOf(page), 'Void and Replace')
  await examine(page)
  await page.goto(`/admin/invoices/${invoice.id}/void`)
  await page.getByRole('button', { name: 'Void', exact: true }).click()
  await says(page, 'Please give a reason')
  await examine(page)
  await page.goto(`/admin/invoices/${invoice.id}/paid`)
  await examine(page)
  await page.goto('/admin/invoices/payments')
  const table = `Date,Reference,Amount\n20/11/2026,${invoice.invoiceNumber},${invoice.amount}\n20/11/2026,INV-999999,1.00`
  await page.getByRole('textbox').last().fill(table)
  await page.getByRole('button').last().click()
  await says(page, 'INV-999999')
  await examine(page)
  for (const program of ['xero', 'quickbooks', 'sage']) {
    await page.goto(`/invoices/files?for=${program}&as=bills&state=owed`)
    await says(page, 'The first rows')
    await examine(page)
  }
  await page.goto('/admin/statements')
  await examine(page)
  await page.goto('/admin/fees')
  await examine(page)
  await page.goto(`/admin/invoices/${invoice.id}/void`)
  await page.getByRole('textbox', { name: 'Reason' }).fill('The names were too long. '.repeat(20))
  await page.getByRole('button', { name: 'Void and Replace' }).click()
  await says(page, 'VOID', 'Replaced by')
  await examine(page)
})

/** With PRINTED=<folder> the sheets are kept there, to be looked at. */
async function sheetsOf(page: Page, name: string): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  if (process.env.PRINTED) await writeFile(join(process.env.PRINTED, `${name}.pdf`), pdf)
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

// Paper has one width, whatever the window's.
test('what is printed keeps to A4 with long names and fifty lines: invoice, statements, job sheet, evidence', {
  tag: '@desktop',
}, async ({ people, photo }) => {
  test.slow()
  const crew = await people.crew(HARD.names)
  const { contractor, admin } = crew
  await admin.api.patch(`/api/users/${contractor.id}`, { vatNumber: 'GB123456789' })
  const lines = Array.from({ length: 50 }, (_, at) => ({
    ...{ description: `${at + 1}. ${at % 7 ? 'Replace a radiator valve and balance it' : HARD.job.propertyAddress}` },
    ...{ quantity: 1 + (at % 9), unitPrice: '241.67', vatRate: [20, 5, 0][at % 3] },
  }))
  const work = await aJob(crew, 'quote_work_done', {
    job: HARD.job,
    images: [await upload(contractor, photo)],
    completion: { quoteAmount: undefined, lines, quoteDescription: HARD.completion.quoteDescription },
  })
  const quoted = await admin.api.post<Made>(`/api/quotes/${work.quotes[0]!.id}/mark-invoiced`)
  const page = await admin.open(`/invoices/${quoted.id}`)
  await says(page, 'Total')
  expect(await sheetsOf(page, 'invoice')).toBeLessThanOrEqual(3)
  for (let made = 0; made < 12; made++) await invoiced(crew)
  const month = new Date().toISOString().slice(0, 7)
  const agency = encodeURIComponent(`agency.${HARD.job.estateAgency.toLowerCase()}`)
  for (const [name, path] of [
    ['contractor-month', `/statements/contractor.${contractor.id}?period=${month}`],
    ['agency-month', `/statements/${agency}?period=${month}`],
    ['property-year', `/statements/${encodeURIComponent(`property.${propertyKeyOf(HARD.job.propertyAddress)}`)}`],
    ['evidence', `/jobs/${work.id}/evidence`],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('.paper')).toBeVisible()
    expect([name, (await sheetsOf(page, name)) <= 4]).toEqual([name, true])
  }
  const open = await aJob(crew, 'assigned', { job: HARD.job })
  const sheet = await contractor.open(`/jobs/${open.id}/sheet`)
  expect(await sheetsOf(sheet, 'job-sheet')).toBe(1)
})
