import { Type } from '@sinclair/typebox'
import { CERTIFICATE_EXCUSE_NAMES, CERTIFICATE_KIND_NAMES } from '#src/domain/property/certificate/certificate.ts'
import {
  choice,
  DAY_SCHEMA,
  INSTANT_SCHEMA,
  objectSchema,
  orNull,
  TEXT,
  UUID,
  withDescription,
  YES,
} from '#src/http/schemas.ts'

export const DOCUMENT = Type.String({ contentMediaType: 'application/pdf, image/jpeg' })

export const CertificateSchema = objectSchema('Certificate', 'A certificate of a property, which an agency keeps.', {
  id: UUID,
  agency: withDescription(TEXT, 'Who keeps it.', 'Rightway Lettings'),
  propertyName: withDescription(TEXT, 'Of the property.', 'Rose Cottage'),
  propertyAddress: withDescription(TEXT, 'Of the property.', '12 Mill Lane, Godalming GU7 1HE'),
  kind: choice(CERTIFICATE_KIND_NAMES),
  name: withDescription(TEXT, 'Of the kind other; empty otherwise.'),
  months: orNull(Type.Integer(), { description: 'After how many it is due again, where the kind does not say it.' }),
  doneOn: withDescription(DAY_SCHEMA, 'The day on which it was done.'),
  endsOn: withDescription(DAY_SCHEMA, 'The last day on which it holds.'),
  doneBy: orNull(TEXT),
  reference: orNull(TEXT),
  unsatisfactory: withDescription(YES, 'Of an electrical report.'),
  remedyBy: orNull(DAY_SCHEMA, { description: 'The day that an unsatisfactory report gives.' }),
  documentPath: orNull(TEXT, { description: 'Where its document is: always a download.' }),
  documentType: orNull(choice(['application/pdf', 'image/jpeg'])),
  current: withDescription(YES, 'Whether no later one of its kind is there.'),
  excuse: orNull(choice(CERTIFICATE_EXCUSE_NAMES), { description: 'Why no job is raised for it.' }),
  jobId: orNull(UUID, { description: 'The job whose completion made it.' }),
  createdAt: INSTANT_SCHEMA,
  updatedAt: INSTANT_SCHEMA,
})
export const CertificatesSchema = Type.Array(CertificateSchema, { description: 'Current ones, by the day they end.' })
