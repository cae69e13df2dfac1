import type { Handlers } from './handler.ts'
import { standardHandlers } from './handlers.ts'
import { startLane } from './lane.ts'
import { PACE, type Pace } from './pace.ts'
import type { WorkKind } from './queue.ts'
import { schedule, type Task } from './schedule.ts'
import { standardTasks } from './tasks.ts'

export type Delivery = {
  stop(): Promise<void>
  wake(): void
}

export type DeliveryOptions = { pace?: Partial<Pace>; tasks?: Task[] }

export function startDelivery(
  handlers: Handlers = standardHandlers(),
  { pace: changes = {}, tasks = standardTasks() }: DeliveryOptions = {},
): Delivery {
  const pace = { ...PACE, ...changes }
  const stopping = new AbortController()
  const lanes = Object.entries(handlers).map(([kind, handler]) =>
    startLane(kind as WorkKind, handler, pace, stopping.signal),
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
