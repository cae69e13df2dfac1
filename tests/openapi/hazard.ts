const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** With a value in each field, the second ending what the first marks. */
export const hazardChanges = (): object[] => [
  {
    ...{ level: 'significant', kinds: ['damp'], awareAt: ago(3), investigatedAt: ago(2) },
    ...{ attemptOn: ago(3).slice(0, 10), attemptWay: 'phone' },
  },
  {
    ...{ summarySentAt: ago(1), safeAt: ago(1), workBegunAt: ago(1) },
    ...{ ending: 'not_found', reason: 'It was condensation' },
  },
]
