import { defineConfig } from 'drizzle-kit'

// Only for `drizzle-kit generate`: migrations are applied by db/migrate.ts.
export default defineConfig({
  dialect: 'postgresql',
  schema: './db/schema.ts',
  out: './db/migrations',
  casing: 'snake_case',
})
