import { beyondName } from '#src/domain/job/address.ts'
import { propertyPath } from '#src/domain/property/property.ts'
import { oneLine } from '../ui/text.ts'

type NamedProperty = { propertyName: string; propertyAddress: string }

/** A property's name, which opens what the row is about, and the rest of its address, which leads to its page. */
export const PropertyName = ({ of, href, beside = true }: { of: NamedProperty; href: string; beside?: boolean }) => {
  const place = beyondName(of.propertyName, oneLine(of.propertyAddress))
  const path = propertyPath(of.propertyAddress, 'admin')
  return (
    <span className="cell property">
      <a href={href} data-dialog={beside ? '' : undefined}>
        {of.propertyName}
      </a>
      {place && (path ? <a href={path}>{place}</a> : <span>{place}</span>)}
    </span>
  )
}
