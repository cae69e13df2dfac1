/** What is true, without I/O: runs in server, browser and test alike. */
export const isPure = (path: string) => path.startsWith('src/domain/')
