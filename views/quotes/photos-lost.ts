let areKept = false

export function setPhotosKept(kept: boolean): void {
  areKept = kept
}

/** Whether approving a quote deletes its visit's photos. */
export const losesPhotos = (): boolean => !areKept
