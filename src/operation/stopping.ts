let stopping = false

export const isStopping = (): boolean => stopping

export function beginStopping(): void {
  stopping = true
}
