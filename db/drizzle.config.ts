import { defineConfig } from 'drizzle-kit'

// For `npm run migration` only; db/migrate.ts applies migrations.
export default defineConfig({
  dialect: 'postgresql',
  schema: './db/schema.ts',
  out: './db/migrations',
  casing: 'snake_case',
})
