// A preload: from here on this process hashes passwords in a thousandth of the time, and verifies these as quickly. Nothing
// outside tests/ loads it, and no setting does.

const { hash } = Bun.password
let isCheap = true

export const isHashingCheap = () => isCheap
export const hashCheaply = (cheap: boolean) => {
  isCheap = cheap
}

Bun.password.hash = (password, options) =>
  hash(
    password,
    isCheap && typeof options === 'object' ? { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } : options,
  )
