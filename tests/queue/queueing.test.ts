import { describe, expect, test } from 'bun:test'
import { eq, inArray } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, uploadedObjects } from '#db/schema.ts'
import { queueEmail, resendEmail } from '#src/emails/actions.ts'
import { Forbidden, NotFound, Refused } from '#src/http/errors.ts'
import { removePhotos } from '#src/photos/removal.ts'
import { content } from '#tests/emails/letters.ts'
import { aContractor, aNobody, anAdmin, anAgent } from '#tests/support/world.ts'
import { anEmail, notification, queue } from './working.ts'

const email = (to: string | null | undefined) => ({
  jobId: null,
  to,
  emailType: 'job_assigned' as const,
  content: content(),
})

describe('queueing an e-mail', () => {
  test('writes what is told and that it is to be sent', async () => {
    const id = await anEmail()
    expect(await notification(id)).toMatchObject({
      contractorEmail: 'carl@plumbing.example',
      emailType: 'job_assigned',
      status: 'queued',
      sentAt: null,
      content: content(),
    })
    expect(await queue()).toMatchObject([{ kind: 'email', subject: id, attempts: 0 }])
  })

  test('does nothing when the change does not happen', async () => {
    const change = db.transaction(async (tx) => {
      await queueEmail(tx, email('carl@plumbing.example'))
      throw new Error('the change is undone')
    })
    expect(change).rejects.toThrow('undone')
    await change.catch(() => {})
    expect(await db.$count(emailNotifications)).toBe(0)
    expect(await queue()).toEqual([])
  })

  test.each([null, undefined, ''])('does nothing for an account whose e-mail is %p', async (to) => {
    await db.transaction((tx) => queueEmail(tx, email(to)))
    expect(await db.$count(emailNotifications)).toBe(0)
    expect(await queue()).toEqual([])
  })
})

describe('queueing removals', () => {
  test('withdraws the photos, each queued once however often it is asked', async () => {
    const made = await db
      .insert(uploadedObjects)
      .values([{ state: 'stored' }, { state: 'stored' }])
      .returning()
    const [first, second] = made.map(({ id }) => id) as [string, string]
    await db.transaction((tx) => removePhotos(tx, inArray(uploadedObjects.id, [first, first])))
    await db.transaction((tx) => removePhotos(tx, inArray(uploadedObjects.id, [first])))
    await db.transaction((tx) => removePhotos(tx, inArray(uploadedObjects.id, [])))
    expect(await queue()).toMatchObject([{ kind: 'remove_object', subject: first }])
    const stateOf = async (id: string) =>
      (await db.select().from(uploadedObjects).where(eq(uploadedObjects.id, id)))[0]!.state
    expect(await stateOf(first)).toBe('removing')
    expect(await stateOf(second)).toBe('stored')
  })
})

describe('sending again', () => {
  test.each([anAgent, aContractor, aNobody])('is not for %p', async (somebody) => {
    const id = await anEmail()
    expect(resendEmail(await somebody(), id)).rejects.toBeInstanceOf(Forbidden)
  })

  test('needs an e-mail that failed', async () => {
    const admin = await anAdmin()
    const id = await anEmail()
    await expect(resendEmail(admin, id)).rejects.toBeInstanceOf(Refused)
    await db.update(emailNotifications).set({ status: 'sent' })
    await expect(resendEmail(admin, id)).rejects.toThrow('This e-mail has been sent.')
    await expect(resendEmail(admin, Bun.randomUUIDv7())).rejects.toBeInstanceOf(NotFound)
    await expect(resendEmail(admin, 'nonsense')).rejects.toBeInstanceOf(NotFound)
    expect(await queue()).toHaveLength(1)
  })

  test('asked twice at once, queues it once', async () => {
    const admin = await anAdmin()
    const id = await anEmail()
    await db.execute('delete from outbox')
    await db.update(emailNotifications).set({ status: 'failed', lastError: 'No such user' })
    const asked = await Promise.allSettled([1, 2, 3].map(() => resendEmail(admin, id)))
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await queue()).toMatchObject([{ kind: 'email', subject: id, attempts: 0 }])
    expect(await notification(id)).toMatchObject({ status: 'queued', lastError: null })
  })
})
