import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
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
  const [chosen, setChosen] = useState<string | null>(null);
  if (error) return <ErrorState what={error.message} onRetry={() => void refetch()} height={120} />;
  if (!data) return <LoadingState height={120} />;
  const value = data.values.find(({ code }) => code === chosen) ?? data.values[0];
  return (
    <>
      <Told reason={data} />
      <Values row={row} reason={data} chosen={value?.code ?? null} onChoose={setChosen} />
      {value && render({ ...row, dataCode: value.code, unit: value.unit, deadBand: null })}
    </>
  );
}

function Told({ reason }: { readonly reason: AlarmReason }) {
  const t = useAlarmTexts();
  const say = useText();
  const { expression, composition, parts } = reason;
  const names = new Map(parts.map(({ alarmId, name }) => [alarmId, name]));
  const nameOf = (id: number): Text => ({ zh: names.get(id) ?? `#${id}`, en: names.get(id) ?? `#${id}` });
  return (
    <div>
      <p className={styles.reason}>
        {expression ?? (composition ? say(compositionText(composition, nameOf)) : MISSING)}
      </p>
      {parts.length > 0 && (
        <ul className={styles.reasons} aria-label={t('partsThen')}>
          {parts.map(({ alarmId, name, truth, said }) => (
            <li key={alarmId}>
              <StatusDot
                status={truth === null ? 'noData' : truth ? 'alarm' : 'normal'}
                text={t(truth === null ? 'partUnknown' : truth ? 'partHeld' : 'partNot', { name })}
              />
              {said !== null && <span className={styles.quiet}> {said}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ValuesProps {
  readonly row: AlarmRow;
  readonly reason: AlarmReason;
  readonly chosen: string | null;
  readonly onChoose: (code: string) => void;
}

/** The values at the raise; each leads to its curve. */
function Values({ row, reason, chosen, onChoose }: ValuesProps) {
  const t = useAlarmTexts();
  return (
    <ul className={styles.reasons} aria-label={t('valuesThen')}>
      {reason.values.map(({ code, name, unit, value }) => (
        <li key={code}>
          <Button kind="link" aria-pressed={code === chosen} onClick={() => onChoose(code)}>
            {name}
          </Button>{' '}
          {valueText({ ...row, dataCode: code }, value)} {unit}
        </li>
      ))}
    </ul>
  );
}
