let stopping = false

/** While stopping, proxies are sent elsewhere and connections are closed after their answer. */
export const isStopping = (): boolean => stopping

export function beginStopping(): void {
  stopping = true
}
