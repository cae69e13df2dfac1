import type { Variant } from './object-name.ts'

/**
 * Where photos are kept. Keys are the ids of uploaded_objects; what is kept is always a JPEG of our making.
 * Every call throws Unavailable when the storage is away, and TypeError for a key that is no UUID.
 */
export type Storage = {
  /** Keeps the object, all of it or nothing. An object of that key is replaced. */
  put(key: string, variant: Variant, bytes: Buffer): Promise<void>
  /** The object's bytes, or null when there is none. */
  read(key: string, variant: Variant): Promise<Blob | null>
  /** Removes every variant. Removing what is not there succeeds. */
  remove(key: string): Promise<void>
  /** Whether there is room for more. Where nobody can say, there is. Never throws. */
  hasRoom(): Promise<boolean>
}

/** What is not right with a storage: `wrong` stays so until the operator mends it, anything else may pass. */
export type Finding = { wrong: boolean; sentence: string }
