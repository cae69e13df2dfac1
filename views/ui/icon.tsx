const paths = {
  home: 'M3 11 12 4l9 7M5 10v10h14V10M10 20v-6h4v6',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  check: 'm5 12 5 5 9-10',
  done: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12l3 3 5-6',
  plus: 'M12 5v14M5 12h14',
  pound: 'M17 7a4 4 0 0 0-7.5 2c0 3 1 5-2.5 10h11M6 13h8',
  visit: 'M9 4h6v3H9zM15 5h3v16H6V5h3M9 14l2 2 4-4',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 3',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c0-4 4-6 8-6s8 2 8 6',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2 20c0-3.5 3-5 7-5s7 1.5 7 5M16 5.500a3.5 3.5 0 0 1 0 6.500M19 15.500c2 .7 3 2 3 4.5',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11 12l9-9M16 7l3 3',
  wrench: 'M14.5 6.500a4 4 0 0 1 5-3l-2.5 2.5 1 2 2 1 1.5-2.500a4 4 0 0 1-5.5 5L8 20a2 2 0 0 1-4-4l8.5-8z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  leave: 'M14 4h5v16h-5M4 12h11M11 8l4 4-4 4',
  close: 'm6 6 12 12M18 6 6 18',
  back: 'M20 12H5M11 6l-6 6 6 6',
  next: 'M4 12h15M13 6l6 6-6 6',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5',
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v6M12 16.500h.01',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v6M12 7.500h.01',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  eye: 'M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  photo: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  phone: 'M6 3h4l1.5 5-2.5 2a12 12 0 0 0 5 5l2-2.5 5 1.500v4a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3',
  mail: 'M3 6h18v13H3zM3 7l9 7 9-7',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
