import { agencyNames } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { valuesIn } from '#src/domain/list-view/with-query.ts'
import { chosenFields, fieldOf, personField } from '#src/jobs/search/filter-choices.ts'
import type { FigureScope } from './input.ts'

const MAX_AGENCIES = 100

async function agencyFields(user: Actor, chosen = '') {
  const names = await agencyNames(MAX_AGENCIES + 1)
  if (names.length === 0 || names.length > MAX_AGENCIES) return chosenFields(user, 'agency', chosen)
  return valuesIn(chosen).map((value) => {
    const others = names.filter((name) => name.toLowerCase() !== value.toLowerCase())
    const all = [...others, value].filter(Boolean).toSorted((a, b) => a.localeCompare(b, 'en-GB'))
    const options = [{ value: '', label: 'Any' }, ...all.map((name) => ({ value: name, label: name }))]
    return { ...fieldOf('agency', value), options }
  })
}

export async function scopeFields(user: Actor, { agency, contractor, contractorType = '', property }: FigureScope) {
  const fields = await Promise.all([
    isAdmin(user) ? agencyFields(user, agency) : chosenFields(user, 'agency', agency),
    isAdmin(user) ? personField('contractor', contractor) : chosenFields(user, 'contractor', contractor),
    [fieldOf('contractorType', contractorType)],
    chosenFields(user, 'property', property),
  ])
  return fields.flat()
}
