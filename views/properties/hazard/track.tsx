import { dayOf } from '#src/domain/dates.ts'
import {
  type AccessAttempt,
  ATTEMPT_WAYS,
  attemptsText,
  HAZARD_ENDINGS,
  HAZARD_KINDS,
  HAZARD_LABELS,
  HAZARD_TIME_NAMES,
  HAZARD_TIMES,
  type Hazard,
  type HazardTime,
  WORDING,
} from '#src/domain/property/hazard/hazard.ts'
import { isEmergency, targetDay } from '#src/domain/property/hazard/state.ts'
import { needsSummary } from '#src/domain/property/hazard/targets.ts'
import { telLink } from '../../accounts/links.ts'
import { LinkButton } from '../../ui/button.tsx'
import { DateText } from '../../ui/date.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { GasNumber } from './question.tsx'

type Callable = { name: string; phone: string | null | undefined }
type Attempts = { attempts: readonly AccessAttempt[] }
/** `sendsTo` is where a summary is written, for who may send one. */
export type HazardOnPage = Attempts & { hazard: Hazard | null; sendsTo?: string | null }
type WhoToCallProps = Pick<HazardOnPage, 'hazard'> & { call: readonly Callable[] }

/** Of an emergency that is open: who to call, before all else on the page. */
export const WhoToCall = ({ hazard, call }: WhoToCallProps) =>
  hazard && isEmergency(hazard) ? (
    <section className="notice" role="note" aria-label="Emergency">
      <strong>{HAZARD_LABELS.emergency}.</strong>{' '}
      {call.map(
        ({ name, phone }) =>
          phone && (
            <span key={name}>
              Call {name}:{' '}
              <a className="map-link" href={telLink(phone)}>
                {phone}
              </a>
              .{' '}
            </span>
          ),
      )}
      {hazard.kinds.includes('gas') && <GasNumber />}
    </section>
  ) : null

const Time = ({ hazard, name, now }: { hazard: Hazard; name: HazardTime; now: Date }) => {
  const [at, by] = [hazard[name], hazard.targets[name]]
  if (name === 'summarySentAt' && by && !at && !needsSummary(hazard, by))
    return <span className="muted">Not needed</span>
  const late = by && (at ?? now) > by
  const words = by && `${at ? (late ? 'Late, after' : 'In time, by') : late ? 'Late since' : 'Due by'} ${targetDay(by)}`
  if (!at && (hazard.ending || !words)) return <span className="muted">Not yet</span>
  return (
    <>
      {at && <DateText value={at} time />}
      {at && words && '. '}
      {words && !hazard.ending && <span className={late ? 'late' : 'muted'}>{words}</span>}
    </>
  )
}

export const HazardTrack = ({ hazard, attempts, sendsTo, now = new Date() }: HazardOnPage & { now?: Date }) =>
  hazard && (
    <section>
      <h3>{HAZARD_LABELS[hazard.level]}</h3>
      <DescriptionList
        facts={[
          { term: 'What', detail: hazard.kinds.map((kind) => HAZARD_KINDS[kind]).join(', ') },
          { term: 'Ended', detail: hazard.ending && HAZARD_ENDINGS[hazard.ending] },
          ...HAZARD_TIME_NAMES.map((name) => ({
            term: HAZARD_TIMES[name],
            detail: <Time hazard={hazard} name={name} now={now} />,
          })),
          {
            term: 'Attempts at access',
            detail: attempts.length > 0 ? <AttemptsText attempts={attempts} /> : null,
            wide: true,
          },
          {
            term: hazard.summaries.length === 1 ? 'Summary' : 'Summaries',
            detail: sendsTo && hazard.summaries.length > 0 ? <Summaries {...hazard} /> : null,
            wide: true,
          },
        ]}
      />
      {sendsTo && (
        <div className="row">
          <LinkButton href={sendsTo} variant={hazard.summarySentAt ? undefined : 'primary'}>
            Write Summary
          </LinkButton>
        </div>
      )}
      <p className="hint">{WORDING}</p>
    </section>
  )

const Summaries = ({ summaries }: Pick<Hazard, 'summaries'>) =>
  summaries.map(({ id, sentAt }) => (
    <a key={id} className="map-link" href={`/hazard-summaries/${id}`}>
      <DateText value={new Date(sentAt)} time />
    </a>
  ))

const AttemptsText = ({ attempts }: Attempts) => (
  <>
    {attempts.map(({ on, way }) => `${ATTEMPT_WAYS[way]} ${dayOf(on)}`).join(', ')}. {attemptsText(attempts)}
  </>
)
