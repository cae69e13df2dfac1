const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'short' })
const moment = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'short' })

/** A day as it is written in the United Kingdom, '03/01/2025', or with `time` '03/01/2025, 14:05'. */
export const formatDate = (value: Date, time = false): string => (time ? moment : day).format(value)

/** A date, London time, in a `<time>` that also says the exact moment. */
export const DateText = ({ value, time }: { value: Date; time?: boolean }) => (
  <time dateTime={value.toISOString()}>{formatDate(value, time)}</time>
)
