import { rawClient } from '#db/connect/client.ts'

export type Statement = { text: string; values: unknown[] }

/** The statements that `work` sends. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const unsafe = rawClient.unsafe
  rawClient.unsafe = ((text: string, values: unknown[] = []) => {
    sent.push({ text, values })
    return unsafe.call(rawClient, text, values)
  }) as typeof unsafe
  await work()
  rawClient.unsafe = unsafe
  return sent
}
