/** The outbox's subject is a mark: tells its user of what came since. */
export async function tellMessages(_markId: string): Promise<void> {}
