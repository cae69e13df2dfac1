const controller = new AbortController()

/** Aborted when the process is asked to stop: whoever waits for something ends then. */
export const stopping: AbortSignal = controller.signal

export const isStopping = (): boolean => stopping.aborted

export const beginStopping = (): void => controller.abort()
