import { startFettle } from '#tests/whole/faults/fettle.ts'

/** What a start with this DATABASE_URL ends with; 'it started' when it does not end. */
export const complaintOf = (DATABASE_URL: string): Promise<string> =>
  startFettle({ env: { DATABASE_URL } }).then(
    async (fettle) => {
      await fettle.remove()
      return 'it started'
    },
    (error: Error) => error.message,
  )
