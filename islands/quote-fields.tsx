import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { QuoteFields, type QuoteFieldsIslandProps, textFieldOf } from '#views/quotes/fields.tsx'
import { rememberFocus } from './before.ts'

export default function QuoteFieldsIsland(given: QuoteFieldsIslandProps) {
  const host = useRef<HTMLDivElement>(null)
  const [before] = useState(() => typedIn(document.querySelector('react-island[name=quote-fields]')))
  const [values, setValues] = useState({ ...given.values, ...before })
  const [putFocusBack] = useState(rememberFocus)

  useLayoutEffect(() => {
    // What was typed into the plain fields is put back as typed, so that it still differs from what the server has.
    for (const field of fieldsIn(host.current)) {
      const text = before[field.name]
      if (text !== undefined && !field.readOnly) field.value = text
    }
    putFocusBack()
  }, [before, putFocusBack])
  useEffect(() => {
    // Not React's onChange, which passes over what another script puts into a field.
    const read = () => setValues((last) => ({ ...last, ...typedIn(host.current) }))
    host.current!.addEventListener('input', read)
  }, [])

  return (
    <div ref={host}>
      <QuoteFields {...given} values={values} live text={textFieldOf(given)} />
    </div>
  )
}

const fieldsIn = (place: Element | null) => [...(place?.querySelectorAll<HTMLInputElement>('[name]') ?? [])]

const typedIn = (place: Element | null): Record<string, string> =>
  Object.fromEntries(fieldsIn(place).flatMap(({ name, value, readOnly }) => (readOnly ? [] : [[name, value]])))
