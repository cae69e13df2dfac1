import type { users } from '#db/schema.ts'
import { env } from '#src/runtime/env.ts'

export const DEMO_PASSWORD = 'fettle-demo'

type Values = typeof users.$inferInsert

export const AGENTS = {
  olivia: {
    username: 'olivia.hart',
    email: 'olivia.hart@rightway.example',
    firstName: 'Olivia',
    lastName: 'Hart',
    company: 'Rightway Lettings',
    phone: '01483 496 0142',
  },
  ben: {
    username: 'ben.okafor',
    email: 'ben.okafor@harbourstone.example',
    firstName: 'Ben',
    lastName: 'Okafor',
    company: 'Harbour & Stone',
    phone: '0117 496 0118',
  },
  priya: {
    username: 'priya.nair',
    email: 'priya.nair@northgate.example',
    firstName: 'Priya',
    lastName: 'Nair',
    company: 'Northgate Homes',
    phone: '0113 496 0177',
  },
} satisfies Record<string, Values>

export const CONTRACTORS = {
  carl: {
    email: 'carl@masonplumbing.example',
    firstName: 'Carl',
    lastName: 'Mason',
    company: 'Mason Plumbing & Heating',
    phone: '07700 900123',
    contractorType: 'Plumbing and heating',
    contractorTypes: ['plumbing', 'heating_gas', 'drainage'],
    areas: ['GU', 'BS'],
  },
  dee: {
    email: 'dee@brightspark.example',
    firstName: 'Dee',
    lastName: 'Whitlock',
    company: 'Bright Spark Electrical',
    phone: '07700 900456',
    contractorType: 'Electrical',
    contractorTypes: ['electrical', 'appliances'],
    areas: ['GU', 'BS', 'LS'],
    vatNumber: 'GB123456789',
  },
  tom: {
    email: 'tom@roofright.example',
    firstName: 'Tom',
    lastName: 'Abara',
    company: 'Roofright',
    phone: '07700 900789',
    contractorType: 'Roofing and gutters',
    contractorTypes: ['roofing'],
    areas: ['GU', 'LS'],
    vatNumber: 'GB987654321',
  },
  sam: {
    email: 'sam.pike@trade.example',
    firstName: 'Sam',
    lastName: 'Pike',
    phone: '07700 900321',
    contractorType: 'General repairs',
    contractorTypes: ['general', 'joinery', 'plastering_decorating'],
    areas: ['GU1', 'GU2', 'LS'],
  },
} satisfies Record<string, Values>

export type AgentName = keyof typeof AGENTS
export type ContractorName = keyof typeof CONTRACTORS

export const ADMIN = {
  email: env.ADMIN_EMAIL ?? 'admin@fettle.example',
  firstName: 'Ada',
  lastName: 'King',
  company: 'Fettle',
} satisfies Values

export const WAITING = {
  email: 'nora.finch@rightway.example',
  firstName: 'Nora',
  lastName: 'Finch',
  authType: 'oidc',
  role: null,
} satisfies Values

export const signIns = (): string[] => [
  `Administrator  ${ADMIN.email}`,
  ...Object.values(AGENTS).map((agent) => `Estate agent   ${agent.username}`),
  ...Object.values(CONTRACTORS).map((contractor) => `Contractor     ${contractor.email}`),
]
