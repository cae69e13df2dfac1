export const PHOTO_STATES = ['promised', 'stored', 'removing'] as const
type PhotoState = (typeof PHOTO_STATES)[number]

type Of = { state: PhotoState }

export const isPromised = ({ state }: Of): boolean => state === 'promised'
export const isStored = ({ state }: Of): boolean => state === 'stored'
export const isBeingRemoved = ({ state }: Of): boolean => state === 'removing'
