const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether an id of a path can be one: PostgreSQL fails on anything else. */
export const isUuid = (text: string): boolean => UUID.test(text)
