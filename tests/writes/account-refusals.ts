import type { Client } from '#tests/support/app.ts'
import { targets } from '#tests/support/targets.ts'
import type { Cast } from '#tests/support/world.ts'

export type Form = Record<string, string>
type Sent = { id?: string; form?: Form }
export type Row = {
  route: string
  who: keyof Cast
  /** Brings about the state in which the form is refused. */
  given: (cast: Cast, client: Client) => Promise<Sent>
  /** The page that shows the refusal without JavaScript; without one it is the form itself, with what was typed. */
  back?: string
}

export const yes = { confirmed: 'yes' }

/** A form whose key has done something else before. */
export async function used(client: Client, path: string, form: Form, other: Form): Promise<Form> {
  const formKey = crypto.randomUUID()
  await client.submit(path, { ...form, ...other, formKey })
  return { ...form, formKey }
}

/** Forms of Account Management, as those in refusals.ts. */
export const ACCOUNT_REFUSALS: Row[] = [
  {
    route: '/admin/estate-agents/:id/delete',
    who: 'admin',
    given: async (cast) => ({ id: await targets.aBusyAgent(cast), form: yes }),
    back: '/admin/accounts',
  },
  {
    route: '/admin/estate-agents/:id/hand-over',
    who: 'admin',
    given: async ({ agent }) => ({ id: await targets.anAgent(), form: { to: agent.id } }),
    back: '/admin/accounts',
  },
  {
    route: '/admin/contractors/:id/reassign',
    who: 'admin',
    given: async () => ({ id: await targets.aContractor(), form: { contractorId: 'nobody' } }),
    back: '/admin/contractors/:id',
  },
  ...(['contractor', 'estate-agent'] as const).map(
    (noun): Row => ({
      route: `/admin/${noun}s/:id/reset-password`,
      who: 'admin',
      given: async (_, client) => {
        const id = await (noun === 'contractor' ? targets.aContractor() : targets.anAgent())
        return { id, form: await used(client, `/admin/${noun}s/${id}/reset-password`, yes, { note: 'other' }) }
      },
      back: noun === 'contractor' ? '/admin/contractors' : '/admin/accounts',
    }),
  ),
  {
    route: '/admin/users/:id/invite',
    who: 'admin',
    given: async () => ({ id: await targets.aContractor(), form: yes }),
    back: '/admin/accounts',
  },
  {
    route: '/admin/users/:id/role',
    who: 'admin',
    given: async ({ admin }) => ({ id: admin.id, form: { role: 'contractor' } }),
    back: '/admin/accounts?tab=admin',
  },
]
