import { sql } from 'drizzle-orm'
import { bigint, bigserial, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { EventType } from '#src/domain/event/event.ts'
import { role } from './accounts.ts'
import { createdAt, id, jsonColumn } from './columns.ts'

const people = () => uuid().array().notNull().default(sql`'{}'`)

/** What the events tell, for so many days. Nothing refers to other tables: a change outlives its thing. */
export const changes = pgTable(
  'changes',
  {
    id: id(),
    /** Given after commit, in the order of `written`: a number drawn while writing may appear after a higher one. */
    seq: bigint({ mode: 'number' }),
    written: bigserial({ mode: 'number' }).notNull(),
    type: text().$type<EventType>().notNull(),
    subjectId: text().notNull(),
    jobId: uuid(),
    jobRef: text(),
    byId: uuid(),
    byName: text().notNull(),
    byRole: role(),
    data: jsonColumn<Record<string, string>>(),
    /** Who could see it at that moment, besides administrators. */
    agents: people(),
    contractors: people(),
    lostBy: people(),
    at: createdAt(),
  },
  (table) => [
    uniqueIndex('changes_seq_unique').on(table.seq),
    index('changes_unnumbered_index').on(table.written).where(sql`${table.seq} is null`),
  ],
)
