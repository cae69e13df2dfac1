import { AREAS_HINT } from '#src/domain/account/areas.ts'
import { contractorTypeLabel, TRADES } from '#src/domain/job/contractor-type.ts'
import { FieldError, TextField } from '../../ui/input/field.tsx'
import { errorId, fieldId } from '../../ui/input/ids.ts'

type CoverageProps = {
  form: string
  contractorTypes: readonly string[]
  areas: string
  errors?: Readonly<Record<string, string>>
}

export const CoverageFields = ({ form, contractorTypes, areas, errors }: CoverageProps) => (
  <>
    <fieldset className="field" id={fieldId('contractorTypes', form)}>
      <legend>Trades</legend>
      <FieldError id={errorId(fieldId('contractorTypes', form))} error={errors?.contractorTypes} />
      <div className="ticks">
        {TRADES.map((trade) => (
          <label key={trade}>
            <input
              type="checkbox"
              name="contractorTypes"
              value={trade}
              defaultChecked={contractorTypes.includes(trade)}
            />
            <span>{contractorTypeLabel(trade)}</span>
          </label>
        ))}
      </div>
    </fieldset>
    <TextField
      name="areas"
      form={form}
      label="Areas"
      hint={AREAS_HINT}
      value={areas}
      error={errors?.areas}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  </>
)
