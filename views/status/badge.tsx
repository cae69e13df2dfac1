import type { Tone } from '#src/domain/tone.ts'
import { type BadgeKind, lookOf } from './tones.ts'

type BadgeProps =
  | { kind: BadgeKind; value: string | null | undefined; label?: string }
  | { kind?: undefined; label: string; tone?: Tone }

export function Badge(props: BadgeProps) {
  const look = props.kind ? lookOf(props.kind, props.value) : { label: props.label, tone: props.tone ?? 'grey' }
  return <span className={`badge ${look.tone}`}>{props.label ?? look.label}</span>
}
