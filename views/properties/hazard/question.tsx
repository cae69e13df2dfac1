import { GAS_EMERGENCY, HAZARD_KIND_NAMES, HAZARD_KINDS } from '#src/domain/property/hazard/hazard.ts'
import { telLink } from '../../accounts/links.ts'
import { SelectField } from '../../ui/input/field.tsx'
import { Checkbox } from '../../ui/input/special-fields.tsx'

type Texts = Readonly<Record<string, string | undefined>>
type HazardFieldsProps = { name: string; values: Texts; errors?: Texts; form?: string }

export const GasNumber = () => (
  <span>
    Smell of gas? Call{' '}
    <a className="map-link" href={telLink(GAS_EMERGENCY)}>
      {GAS_EMERGENCY}
    </a>{' '}
    now, before anything else.
  </span>
)

export const HazardFields = ({ name, values, errors, form }: HazardFieldsProps) => (
  <>
    <p className="notice">
      <GasNumber />
    </p>
    <SelectField
      {...{ name, form }}
      label="How soon?"
      value={values[name] ?? ''}
      error={errors?.[name]}
      options={[
        { value: name === 'level' ? 'none' : '', label: 'No, it harms nobody' },
        { value: 'significant', label: 'If it is left (significant)' },
        { value: 'emergency', label: 'Within hours (emergency)' },
      ]}
    />
    <fieldset>
      <legend>By what?</legend>
      {HAZARD_KIND_NAMES.map((kind) => (
        <Checkbox
          key={kind}
          name={`kind.${kind}`}
          form={form}
          label={HAZARD_KINDS[kind]}
          checked={values[`kind.${kind}`] === 'yes'}
        />
      ))}
    </fieldset>
  </>
)

export const HazardQuestion = ({ values, errors }: Pick<HazardFieldsProps, 'values' | 'errors'>) => (
  <details
    className="more-detail"
    open={Boolean(
      values.hazardLevel || errors?.hazardLevel || HAZARD_KIND_NAMES.some((kind) => values[`kind.${kind}`]),
    )}
  >
    <summary>Could this harm somebody?</summary>
    <HazardFields name="hazardLevel" {...{ values, errors }} />
  </details>
)
