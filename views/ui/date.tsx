const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'short' })
const moment = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'short' })

/** '03/01/2025', or with `time` '03/01/2025, 14:05'. */
export const formatDate = (value: Date, time = false): string => (time ? moment : day).format(value)

/** London time. */
export const DateText = ({ value, time }: { value: Date; time?: boolean }) => (
  <time dateTime={value.toISOString()}>{formatDate(value, time)}</time>
)
