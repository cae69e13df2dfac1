const controller = new AbortController()

export const stopping: AbortSignal = controller.signal

export const isStopping = (): boolean => stopping.aborted

export const beginStopping = (): void => controller.abort()
