import { expect, test } from 'bun:test'
import { startJob } from '#src/jobs/actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, quoteWork } from '#tests/support/world.ts'
import { lacks, read, stat, tab } from './reading.ts'

// 'Active' and 'Pending' count different things on different screens: each says which.

test('figures that share a name say what they count, and agree with each other', async () => {
  const cast = await aCast()
  await aJob(cast)
  await aJob(cast, 'assigned')
  const { id } = await aJob(cast, 'assigned')
  await startJob(cast.contractor, id)
  await aJob(cast, 'quote_pending')
  await quoteWork(cast)
  await aJob(cast, 'completed')
  const [ada, olivia, carl] = await Promise.all([cast.admin, cast.agent, cast.contractor].map(signedInAs))
  // Assigned, in progress, quote pending, quote approved and its work.
  expect(lacks(await read(ada!.get('/')), tab('Active*', 5))).toEqual([])
  expect(
    lacks(
      await read(ada!.get('/admin/jobs')),
      stat('Pending', 1, 'awaiting assignment'),
      stat('Active', 5, 'with contractors, 1 started'),
    ),
  ).toEqual([])
  expect(
    lacks(await read(ada!.get('/admin/quotes')), stat('Pending Review', 2, 'all quotes; 1 waits for a decision')),
  ).toEqual([])
  expect(
    lacks(await read(olivia!.get('/')), stat('Active', 6, 'not completed'), stat('Quotes', 1, 'to be decided')),
  ).toEqual([])
  expect(
    lacks(
      await read(carl!.get('/')),
      stat('Active Jobs', 3, 'assigned or in progress'),
      stat('Pending Quotes', 1, 'waiting for the estate agent'),
    ),
  ).toEqual([])
})
