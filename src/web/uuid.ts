const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a path's id can be a key at all: anything else would be an error of the database. */
export const isUuid = (text: string): boolean => UUID.test(text)
