import { dayAndTime, dayOf } from '#src/dates.ts'

/** London time. */
export const DateText = ({ value, time }: { value: Date; time?: boolean }) => (
  <time dateTime={value.toISOString()}>{time ? dayAndTime(value) : dayOf(value)}</time>
)
