import { CERTIFICATE_KINDS, type Certificate } from '#src/domain/property/certificate/certificate.ts'
import type { CsvColumn } from '#src/http/respond/csv.ts'

/** Their names are those that an import knows. */
export const CERTIFICATE_COLUMNS: readonly CsvColumn<Certificate>[] = [
  ['id', ({ id }) => id],
  ['Agency', ({ agency }) => agency],
  ['Property', ({ propertyName }) => propertyName],
  ['Address', ({ propertyAddress }) => propertyAddress],
  ['Kind', ({ kind }) => CERTIFICATE_KINDS[kind]],
  ['Name', ({ name }) => name],
  ['Months', ({ months }) => months],
  ['Done on', ({ doneOn }) => doneOn],
  ['Ends on', ({ endsOn }) => endsOn],
  ['Done by', ({ doneBy }) => doneBy],
  ['Reference', ({ reference }) => reference],
  ['Unsatisfactory', ({ unsatisfactory }) => (unsatisfactory ? 'yes' : 'no')],
  ['Put right by', ({ remedyBy }) => remedyBy],
  ['Document', ({ documentPath }) => (documentPath ? 'yes' : 'no')],
]
