import type { Page } from '@playwright/test'
import type { Known } from './known.ts'

async function firstStatement(page: Page): Promise<void> {
  await page.locator('main a[href^="/statements/"]').first().click()
  await page.locator('.paper').waitFor()
}

const evidence = { name: 'evidence', path: ({ quoted }: Known) => `/jobs/${quoted}/evidence` }
const sheet = { name: 'job-sheet', path: ({ started }: Known) => `/jobs/${started}/sheet` }
const own = { path: '/statements' }
const month = { path: '/admin/statements' }

/** What is printed, and where it is found. */
export const PRINTED = {
  agent: [evidence, { name: 'statements', ...own }, { name: 'statement', ...own, act: firstStatement }],
  contractor: [sheet, { name: 'statements', ...own }, { name: 'statement', ...own, act: firstStatement }],
  admin: [sheet, evidence, { name: 'statements', ...month }, { name: 'statement', ...month, act: firstStatement }],
}

export const MONEY = [
  { name: 'invoices-late', path: '/invoices?filters=all&state=late' },
  { name: 'void', path: ({ invoice }: Known) => `/admin/invoices/${invoice}/void` },
  { name: 'accounting-file', path: '/invoices/files?for=sage&as=bills' },
  { name: 'payments', path: '/admin/invoices/payments' },
  { name: 'fees', path: '/admin/fees' },
]
