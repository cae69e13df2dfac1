import type { Variant } from './object-name.ts'

/** Keys are ids of uploaded_objects. Every call throws Unavailable when the storage is away. */
export type Storage = {
  put(key: string, variant: Variant, bytes: Buffer): Promise<void>
  read(key: string, variant: Variant): Promise<Blob | null>
  remove(key: string): Promise<void>
  /** True when it cannot be found out. Never throws. */
  hasRoom(): Promise<boolean>
}

export type Finding = { wrong: boolean; sentence: string }
