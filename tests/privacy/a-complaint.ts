import { makeComplaint } from '#src/privacy/complaints/actions.ts'

export const TOM = { name: 'Tom Reed', email: 'tom@tenants.example', text: 'My number was given to somebody else.' }

let addresses = 0

export const aComplaint = (given: Partial<typeof TOM> = {}) =>
  makeComplaint({ ...TOM, ...given }, { formKey: crypto.randomUUID(), address: `198.51.100.${++addresses}` })
