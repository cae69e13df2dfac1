import type { Screen, Who } from './screens.ts'

export const EMPTY_SCREENS: Partial<Record<Who, Screen[]>> = {
  agent: ['/', '/jobs', '/quotes', '/completed-jobs'].map(empty),
  contractor: ['/', '/jobs', '/visit', '/history', '/history?show=quotes', '/completed-jobs'].map(empty),
  admin: [
    ...['/', '/?tab=visits', '/?tab=quotes', '/?tab=invoiced', '/admin/jobs', '/admin/quotes', '/admin/quote-work'],
    ...['/admin/contractors', '/admin/accounts'],
  ].map(empty),
}

export const NEW_SCREENS: Partial<Record<Who, Screen[]>> = { admin: [{ name: 'first', path: '/' }] }

const quiet: Screen = { name: 'quiet', path: '/' }
export const QUIET_SCREENS: Partial<Record<Who, Screen[]>> = { agent: [quiet], contractor: [quiet], admin: [quiet] }

function empty(path: string): Screen {
  return { name: `empty${path.replace(/\W+/g, '-').replace(/-$/, '')}`, path }
}
