import { eq, isNull, sql } from 'drizzle-orm'
import { isAmong } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import { placeOf } from '#src/domain/job/address.ts'
import { type Backfill, backfill } from './backfill.ts'

const { id, propertyAddress, postcode, propertyKey } = jobs

type Place = { id: string } & ReturnType<typeof placeOf>

const places: Backfill<Place> = {
  filled: 'job_places_filled',
  missing: isNull(propertyKey),
  judge: async (tx, ids) => {
    const rows = await tx.select({ id, propertyAddress, postcode, propertyKey }).from(jobs).where(isAmong(id, ids))
    return rows.flatMap((row) => {
      const place = placeOf(row)
      const isRight = place.postcode === row.postcode && place.propertyKey === row.propertyKey
      return isRight ? [] : [{ id: row.id, ...place }]
    })
  },
  write: (tx, rows) =>
    tx
      .update(jobs)
      .set({ postcode: sql`place."postcode"`, propertyKey: sql`place."propertyKey"` })
      .from(
        sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as place(id uuid, "postcode" text, "propertyKey" text)`,
      )
      .where(eq(id, sql`place.id`)),
}

export const placeBackfill = () => backfill(places)
