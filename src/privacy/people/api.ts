import type { HeldPerson } from '#src/domain/account/person/person.ts'
import { apiOf, callsUnder, NO_BODY } from '#src/http/call.ts'
import { searchedJson } from '#src/http/list/searched.ts'
import { SEARCH } from '#src/http/parameters.ts'
import { queryText } from '#src/http/query.ts'
import { erasePerson } from './erase.ts'
import { exportPerson } from './export.ts'
import { peopleFound } from './find.ts'
import { ErasedSchema, PeopleSchema, ZIP } from './schemas.ts'

const { get, post } = callsUnder('People')
const BY = 'managePeople'

const personJson = (person: HeldPerson) => ({ ...person })

export const peopleApi = apiOf('people-api', [
  get(
    '/api/people',
    'findPeople',
    'Whoever is found by name, e-mail or phone: accounts, deleted ones too, and the tenants of all jobs',
    { may: BY, query: SEARCH, answer: PeopleSchema },
    async ({ query }) => {
      const { found, instead } = await peopleFound(queryText(query.search))
      return searchedJson(found.map(personJson), instead)
    },
  ),
  get(
    '/api/people/:id/export.zip',
    'exportPerson',
    'All that is held on one person, as JSON files and photos',
    { may: BY, answer: ZIP, etag: false },
    ({ user, request, params }) => exportPerson(user, request, params.id),
  ),
  post(
    '/api/people/:id/erase',
    'erasePerson',
    'Erases a person as far as retention allows; what the law wants on invoices stays',
    { may: BY, ...NO_BODY, refusals: [409], answer: ErasedSchema },
    ({ user, params }) => erasePerson(user, params.id),
    (label) => ({ label, message: 'Texts follow within minutes.' }),
  ),
])
