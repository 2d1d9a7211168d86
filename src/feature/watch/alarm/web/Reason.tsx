import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { partKey, type RulePart } from '#contract/composition.ts';
import type { Text } from '#contract/text.ts';
import { compositionText } from '#domain/alarm/compositionText.ts';
import { MISSING } from '#domain/figure/number.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { AlarmReason, AlarmRow } from '../contract.ts';
import styles from './Alarm.module.css';
import { reasonQuery } from './calls.ts';
import { useAlarmTexts } from './useAlarmTexts.ts';
import { valueText } from './words.ts';

export interface ReasonProps {
  readonly row: AlarmRow;
  /** Draws the curve of the record, of the data code that is chosen. */
  readonly render: (row: AlarmRow) => ReactNode;
}

/** Why a rule over several values was raised: what it asks for, which parts held, the values then, and the curve of one. */
export function Reason({ row, render }: ReasonProps) {
  const { data, error, refetch } = useQuery(reasonQuery(row.id));
  const [picked, setPicked] = useState<number | null>(null);
  if (error) return <ErrorState what={error.message} onRetry={() => void refetch()} height={120} />;
  if (!data) return <LoadingState height={120} />;
  const chosen = picked ?? data.values.findIndex((one) => isSeen(row, one));
  const value = data.values[chosen];
  return (
    <>
      <Told reason={data} />
      <Values row={row} reason={data} chosen={chosen} onChoose={setPicked} />
      {value &&
        render({
          ...row,
          ammeterId: value.ammeterId,
          dataCode: value.code,
          unit: value.unit,
          deadBand: null,
        })}
    </>
  );
}

function Told({ reason }: { readonly reason: AlarmReason }) {
  const t = useAlarmTexts();
  const say = useText();
  const { expression, composition, parts } = reason;
  const named = parts.map((part) => ({ ...part, key: keyOf(part), called: calledOf(part, t('otherMeter')) }));
  const names = new Map(named.map(({ key, called }) => [key, called]));
  const nameOf = (part: RulePart): Text => {
    const name = names.get(partKey(part)) ?? `#${partKey(part)}`;
    return { zh: name, en: name };
  };
  return (
    <div>
      <p className={styles.reason}>
        {expression ?? (composition ? say(compositionText(composition, nameOf)) : MISSING)}
      </p>
      {parts.length > 0 && (
        <ul className={styles.reasons} aria-label={t('partsThen')}>
          {named.map(({ key, called, truth, said }) => (
            <li key={key}>
              <StatusDot
                status={truth === null ? 'noData' : truth ? 'alarm' : 'normal'}
                text={t(truth === null ? 'partUnknown' : truth ? 'partHeld' : 'partNot', { name: called })}
              />
              {said !== null && <span className={styles.quiet}> {said}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Part = AlarmReason['parts'][number];

const keyOf = ({ alarmId, ammeterId }: Part) =>
  partKey(ammeterId === null ? alarmId : { rule: alarmId, meter: ammeterId });

/** What a part is called, with the meter that it names. */
const calledOf = ({ name, ammeterId, ammeterName }: Part, other: string): string =>
  ammeterId === null ? name : `${name} · ${ammeterName ?? other}`;

/** Whether the reader sees the meter that a value is of. */
const isSeen = (row: AlarmRow, { ammeterId, ammeterName }: AlarmReason['values'][number]): boolean =>
  ammeterId === row.ammeterId || ammeterName !== null;

interface ValuesProps {
  readonly row: AlarmRow;
  readonly reason: AlarmReason;
  /** The place of the value whose curve is drawn. */
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
}

/** The values at the raise; each leads to its curve. */
function Values({ row, reason, chosen, onChoose }: ValuesProps) {
  const t = useAlarmTexts();
  return (
    <ul className={styles.reasons} aria-label={t('valuesThen')}>
      {reason.values.map((one, place) => (
        <li key={`${one.ammeterId} ${one.code}`}>
          <Button
            kind="link"
            disabled={!isSeen(row, one)}
            aria-pressed={place === chosen}
            onClick={() => onChoose(place)}
          >
            {one.ammeterId === row.ammeterId ? one.name : `${one.ammeterName ?? t('otherMeter')} ${one.name}`}
          </Button>{' '}
          {valueText({ ...row, dataCode: one.code }, one.value)} {one.unit}
        </li>
      ))}
    </ul>
  );
}
