import { dayAndTime, dayOf, today } from '#src/domain/dates.ts'

export const DateText = ({ value, time }: { value: Date; time?: boolean }) =>
  time ? <time dateTime={value.toISOString()}>{dayAndTime(value)}</time> : <Day day={today(value)} />

export const Day = ({ day }: { day: string }) => <time dateTime={day}>{dayOf(day)}</time>
