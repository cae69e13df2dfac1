import type { Page } from '@playwright/test'
import { CERTIFICATES } from './certificates.ts'
import type { Known } from './known.ts'

async function firstStatement(page: Page): Promise<void> {
  await page.locator('main a[href^="/statements/"]').first().click()
  await page.locator('.paper').waitFor()
}

const evidence = { name: 'evidence', path: ({ quoted }: Known) => `/jobs/${quoted}/evidence` }
const sheet = { name: 'job-sheet', path: ({ started }: Known) => `/jobs/${started}/sheet` }
const own = { path: '/statements' }
const month = { path: '/admin/statements' }

const paper = { name: 'summary-printed', path: ({ summary }: Known) => `/hazard-summaries/${summary}` }
const summary = { name: 'summary', path: ({ started }: Known) => `/jobs/${started}/hazard/summary` }
const hazards = (jobs: string) => [
  { name: 'hazard', path: ({ started }: Known) => `${jobs}/${started}/hazard` },
  { name: 'hazard-job', path: ({ started }: Known) => `${jobs}/${started}` },
  { name: 'hazard-evidence', path: ({ started }: Known) => `/jobs/${started}/evidence` },
  summary,
  paper,
]

/** What is printed, and what is marked and written of hazards. */
export const PRINTED = {
  agent: [
    ...[evidence, { name: 'statements', ...own }, { name: 'statement', ...own, act: firstStatement }],
    ...hazards('/jobs'),
    ...CERTIFICATES.agent,
  ],
  contractor: [
    ...CERTIFICATES.contractor,
    sheet,
    { name: 'statements', ...own },
    { name: 'statement', ...own, act: firstStatement },
  ],
  admin: [
    ...[sheet, evidence, { name: 'statements', ...month }, { name: 'statement', ...month, act: firstStatement }],
    ...hazards('/admin/jobs'),
    ...CERTIFICATES.admin,
  ],
}

export const MONEY = [
  { name: 'invoices-late', path: '/invoices?filters=all&state=late' },
  { name: 'void', path: ({ invoice }: Known) => `/admin/invoices/${invoice}/void` },
  { name: 'accounting-file', path: '/invoices/files?for=sage&as=bills' },
  { name: 'payments', path: '/admin/invoices/payments' },
  { name: 'fees', path: '/admin/fees' },
]
