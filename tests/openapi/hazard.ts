import { A_SUMMARY } from '#tests/support/targets.ts'

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** With a value in each field, the last ending what the first marks. */
export const hazardCalls = (id: string) =>
  [
    [
      `PATCH /api/jobs/${id}/hazard`,
      {
        ...{ level: 'significant', kinds: ['damp'], awareAt: ago(3), investigatedAt: ago(2) },
        ...{ attemptOn: ago(3).slice(0, 10), attemptWay: 'phone' },
      },
    ],
    [`POST /api/jobs/${id}/hazard/summary`, { ...A_SUMMARY, email: 'tom@home.example' }],
    [`POST /api/jobs/${id}/hazard/summary`, A_SUMMARY],
    [`GET /api/jobs/${id}/hazard/summary`, undefined],
    [
      `PATCH /api/jobs/${id}/hazard`,
      {
        ...{ summarySentAt: ago(1), safeAt: ago(1), workBegunAt: ago(1) },
        ...{ ending: 'not_found', reason: 'It was condensation' },
      },
    ],
  ] as const
