let stopping = false

/** Whether the end was asked for: proxies are told to go elsewhere, and connections are closed after their answer. */
export const isStopping = (): boolean => stopping

export function beginStopping(): void {
  stopping = true
}
