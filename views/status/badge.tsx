import { type BadgeKind, lookOf, type Tone } from './tones.ts'

type BadgeProps =
  | { kind: BadgeKind; value: string | null | undefined; label?: string }
  | { kind?: undefined; label: string; tone?: Tone }

/**
 * A state in words on its colour: `<Badge kind="status" value="in_progress" />`, `<Badge kind="urgency" value="high" />`.
 * `label` says it in other words ('Ready to Start'); without a kind it is a free label with a `tone`.
 */
export function Badge(props: BadgeProps) {
  const look = props.kind ? lookOf(props.kind, props.value) : { label: props.label, tone: props.tone ?? 'grey' }
  return <span className={`badge ${look.tone}`}>{props.label ?? look.label}</span>
}
