export * from './schema/accounts.ts'
export * from './schema/delivery.ts'
export * from './schema/jobs.ts'
export * from './schema/tallies.ts'
