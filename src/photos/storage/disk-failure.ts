export function explainDisk(error: unknown, root: string): string {
  const code = codeOf(error)
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${root} is full (${code}): no photo can be kept until there is room.`
    case 'EACCES':
    case 'EPERM':
      return `This process may not write in ${root} (${code}): give the folder to its user.`
    case 'EROFS':
      return `${root} is on a disk that is mounted to be read only (${code}).`
    case 'ENOTDIR':
    case 'EEXIST':
      return `There is a file where the folder ${root} should be (${code}).`
    case 'EMFILE':
    case 'ENFILE':
      return `Too many files are open (${code}).`
  }
  return `The disk of ${root} failed (${code}).`
}

export const isWrongFolder = (error: unknown): boolean =>
  /^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENAMETOOLONG|ELOOP)$/.test(codeOf(error))

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}
