import type { ReactNode } from 'react'
import { HAPPENED_LABELS, HAPPENINGS, type Happened } from '#src/domain/visit/visit.ts'
import { FieldError } from '../ui/input/field.tsx'
import { errorId, fieldId } from '../ui/input/ids.ts'

type WhatHappenedProps = {
  form: string
  chosen: Happened
  error?: string
  onChoose?(happened: Happened): void
}

export const WhatHappened = ({ form, chosen, error, onChoose }: WhatHappenedProps) => (
  <fieldset className={error ? 'field checkbox invalid' : 'field checkbox'}>
    <legend>What happened?</legend>
    <FieldError id={errorId(fieldId('happened', form))} error={error} />
    {HAPPENINGS.map((one, index) => (
      <label key={one}>
        <input
          type="radio"
          name="happened"
          id={index === 0 ? fieldId('happened', form) : undefined}
          value={one}
          defaultChecked={one === chosen}
          onChange={onChoose && (() => onChoose(one))}
        />
        <span>{HAPPENED_LABELS[one]}</span>
      </label>
    ))}
  </fieldset>
)

type ByChoiceProps = { of(happened: Happened): ReactNode; chosen?: Happened }

/** Without a script all the words are there, and the style sheet shows those of the choice. */
export const ByChoice = ({ of, chosen }: ByChoiceProps) =>
  chosen
    ? of(chosen)
    : HAPPENINGS.map((one) => (
        <span key={one} className={`when-${one}`}>
          {of(one)}
        </span>
      ))
