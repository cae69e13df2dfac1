import { dlopen } from 'bun:ffi'

const cstring = (path: string) => Buffer.from(`${path}\0`)

/** Two paths change places at once: in between, a program that writes there could make anew what was moved away. */
export function exchange(one: string, other: string): void {
  if (swap(cstring(one), cstring(other)) !== 0) throw new Error(`${one} and ${other} could not change places.`)
}

function swap(one: Buffer, other: Buffer): number {
  if (process.platform === 'darwin') {
    const { symbols } = dlopen('libSystem.dylib', { renamex_np: { args: ['ptr', 'ptr', 'u32'], returns: 'i32' } })
    return symbols.renamex_np(one, other, 2)
  }
  const args = ['i32', 'ptr', 'i32', 'ptr', 'u32'] as const
  const { symbols } = dlopen('libc.so.6', { renameat2: { args, returns: 'i32' } })
  const here = -100
  return symbols.renameat2(here, one, here, other, 2)
}
