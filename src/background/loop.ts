import type { WorkKind } from '#src/domain/queue.ts'
import type { Handlers } from '#src/queue/handler.ts'
import { startLane } from '#src/queue/lane.ts'
import { PACE, type Pace } from '#src/queue/pace.ts'
import { schedule, type Task } from '#src/queue/schedule.ts'
import { standardHandlers } from './handlers.ts'
import { standardTasks } from './tasks.ts'

export type DeliveryLoop = {
  stop(): Promise<void>
  wake(): void
}

type DeliveryOptions = { pace?: Partial<Pace>; tasks?: Task[] }

export function startDelivery(
  handlers: Partial<Handlers> = standardHandlers(),
  { pace: changes = {}, tasks = standardTasks() }: DeliveryOptions = {},
): DeliveryLoop {
  const stopping = new AbortController()
  const lanes = Object.entries(handlers).map(([kind, handler]) =>
    startLane(kind as WorkKind, handler, { ...PACE, ...handler.pace, ...changes }, stopping.signal),
  )
  const scheduled = tasks.map((task) => schedule(task))
  let stopped: Promise<void> | undefined
  return {
    wake: () => {
      for (const lane of lanes) lane.wake()
    },
    stop: () => {
      stopped ??= (async () => {
        stopping.abort()
        await Promise.all([...lanes.map((lane) => lane.ended), ...scheduled.map((task) => task.stop())])
        for (const handler of Object.values(handlers)) handler.close?.()
      })()
      return stopped
    },
  }
}
