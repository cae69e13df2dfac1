import { relations } from 'drizzle-orm'
import { invoices, jobs, jobVisits, messageMarks, messages, quotes, sessions, users } from '#db/schema.ts'

export * from '#db/schema.ts'

export const jobRelations = relations(jobs, ({ one, many }) => ({
  contractor: one(users, { fields: [jobs.contractorId], references: [users.id] }),
  estateAgent: one(users, { fields: [jobs.estateAgentId], references: [users.id] }),
  quotes: many(quotes, { relationName: 'given' }),
  carriedOut: many(quotes, { relationName: 'carriedOut' }),
  visits: many(jobVisits),
  messages: many(messages),
  marks: many(messageMarks),
}))

export const quoteRelations = relations(quotes, ({ one }) => ({
  job: one(jobs, { fields: [quotes.jobId], references: [jobs.id], relationName: 'given' }),
  work: one(jobs, { fields: [quotes.workJobId], references: [jobs.id], relationName: 'carriedOut' }),
  contractor: one(users, { fields: [quotes.contractorId], references: [users.id] }),
}))

export const visitRelations = relations(jobVisits, ({ one }) => ({
  job: one(jobs, { fields: [jobVisits.jobId], references: [jobs.id] }),
  contractor: one(users, { fields: [jobVisits.contractorId], references: [users.id] }),
  invoice: one(invoices),
}))

export const invoiceRelations = relations(invoices, ({ one }) => ({
  visit: one(jobVisits, { fields: [invoices.visitId], references: [jobVisits.id] }),
}))

export const sessionRelations = relations(sessions, ({ one }) => ({
  user: one(users, { fields: [sessions.userId], references: [users.id] }),
}))
