import { dayAndTime, dayOf } from '#src/dates.ts'

/** A date, London time, in a `<time>` that also says the exact moment. */
export const DateText = ({ value, time }: { value: Date; time?: boolean }) => (
  <time dateTime={value.toISOString()}>{time ? dayAndTime(value) : dayOf(value)}</time>
)
