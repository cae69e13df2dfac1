import type { OutboxAct, OutboxItem } from './item.ts'

const HERE: Record<OutboxAct, string> = {
  start: 'Started here',
  done: 'Finished here',
  no_access: 'Visit logged here',
  return: 'Visit logged here',
  hand_back: 'Handed back here',
  booking: 'Booked here',
  message: 'Message written here',
  job: 'Job made here',
}

export const TITLES: Record<OutboxAct, string> = {
  start: 'Start',
  done: 'Work done',
  no_access: 'Nobody let me in',
  return: 'Have to come back',
  hand_back: 'Handed back',
  booking: 'Visit booked',
  message: 'Message',
  job: 'New job',
}

export const markOf = ({ act, refused }: OutboxItem): string =>
  `${HERE[act]}, not sent${refused ? ': needs your attention' : ' yet'}`

export const countOf = (items: readonly OutboxItem[]): string => {
  const refused = items.filter(({ refused }) => refused).length
  const waiting = items.length - refused
  return [waiting && `${waiting} waiting to send`, refused && `${refused} not sent: needs your attention`]
    .filter(Boolean)
    .join(', ')
}
