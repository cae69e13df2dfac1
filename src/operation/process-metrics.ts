import { readdirSync } from 'node:fs'
import { Gauge, type Registry } from 'prom-client'
import { longestLag } from './lag.ts'

export function addProcessMetrics(registry: Registry): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value())
      },
    })

  gauge('fettle_event_loop_lag_seconds', 'Longest delay of the event loop since the last scrape.', longestLag)
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  gauge('process_cpu_seconds_total', 'Processor time used, by user and system together.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  const started = Date.now() / 1000 - process.uptime()
  gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', () => started)
  if (process.platform === 'linux')
    gauge('process_open_fds', 'Open file descriptors.', () => readdirSync('/proc/self/fd').length)
}
