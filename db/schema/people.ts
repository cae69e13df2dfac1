import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ScrubPlace, Terms } from '#src/domain/account/person/patterns.ts'
import { createdAt, id, instant, jsonColumn } from './columns.ts'

/** That somebody's data were exported or erased, by ids alone. */
export const personRecords = pgTable(
  'person_records',
  {
    id: id(),
    action: text().$type<'exported' | 'erased'>().notNull(),
    kind: text().$type<'account' | 'tenant'>().notNull(),
    /** Of the account, or of the tenant's jobs. */
    subjects: uuid().array().notNull(),
    /** What stands instead of the name. */
    label: text(),
    /** What is looked for in texts, until they are done. */
    terms: jsonColumn<Terms & { isShared: boolean; shared?: string[]; companies?: string[]; at?: ScrubPlace }>(),
    byId: uuid(),
    doneAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('person_records_subjects_index').using('gin', table.subjects),
    index('person_records_created_index').on(table.createdAt),
  ],
)
