import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { bookedForToday, bookedForTomorrow, wrote } from '#db/demo/happenings.ts'
import { play } from '#db/demo/play.ts'
import type { Story } from '#db/demo/story.ts'
import { emailNotifications, messageMarks, queuedWork } from '#db/schema.ts'

const going = (number: number, more: Partial<Story>): Story => ({
  ...{ age: 1, agent: 'olivia', contractor: 'carl', ending: 'assigned', trade: 'plumbing' },
  ...{ property: `${number} Mill Lane`, address: `${number} Mill Lane, Guildford GU1 3XY` },
  issue: 'Kitchen tap drips all day and the worktop beneath it swells.',
  ...more,
})

const STORIES: Story[] = [
  going(3, { age: 6, ending: 'visit invoiced', work: 'Replaced the washer and tested it.' }),
  going(5, { age: 0.5, today: [bookedForTomorrow] }),
  going(7, { today: [bookedForToday, wrote('contractor', 'I have the part with me.')] }),
  going(9, { age: 1.5, urgency: 'low', today: [bookedForTomorrow] }),
]

/** Some jobs go well: all is booked, sent and read, and nothing is late. */
export async function playQuiet(cast: Parameters<typeof play>[1]): Promise<void> {
  for (const story of STORIES) await play(story, cast)
  await db.update(messageMarks).set({ readUpTo: sql`${messageMarks.newestId}` })
  await db.delete(queuedWork)
  await db.update(emailNotifications).set({ status: 'sent', sentAt: sql`now()` })
}
