import { Input, InputNumber } from 'antd';
import { useState } from 'react';
import { ApiError } from '#web/api/ApiError.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { PointDetail, SelectedWire } from '../contract.ts';
import { selectPoint } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { Effect } from './Effect.tsx';
import { Interlocks } from './Interlocks.tsx';
import { PositionMark, useHindranceText, useValueWord } from './mark.tsx';
import { Outcomes } from './Outcomes.tsx';
import { useControlTexts } from './useControlTexts.ts';

interface TargetStepProps {
  readonly detail: PointDetail;
  readonly target: number | undefined;
  readonly onTarget: (value: number) => void;
  readonly onSelected: (selected: SelectedWire) => void;
}

const LENGTH = 200;
const newKey = (): string => globalThis.crypto?.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

/** What is wanted of the point, and what stands in the way. */
export function TargetStep({ detail, target: value, onTarget, onSelected }: TargetStepProps) {
  const t = useControlTexts();
  const because = useHindranceText();
  const { point } = detail;
  const [remark, setRemark] = useState('');
  // One press is one command, however often it is sent.
  const [key, setKey] = useState(newKey);
  const [busy, run] = useOneAtATime();
  const select = (): void => {
    if (value === undefined) return;
    void run(async () =>
      onSelected(await selectPoint(point.controlId, value, remark.trim(), `${key} ${value}`)),
    ).catch((error: unknown) => {
      // What was answered is over: pressed again it is judged anew. Without an answer it may stand, and is the same.
      if (error instanceof ApiError && error.code > 0) setKey(newKey());
    });
  };
  return (
    <>
      <WillDo detail={detail} value={value} onTarget={onTarget} />
      <Interlocks detail={detail} />
      <Outcomes point={point} />
      {point.hindrance && (
        <p className={styles.stop} role="alert">
          {because(point.hindrance)}
        </p>
      )}
      <div className={`${kit.bar} ${styles.line}`}>
        <Input
          aria-label={t('remark')}
          placeholder={t('remark')}
          maxLength={LENGTH}
          value={remark}
          onChange={(event) => setRemark(event.target.value)}
        />
        <Button
          kind="primary"
          data-focus
          disabled={busy || point.hindrance !== null || value === undefined}
          onClick={select}
        >
          {point.twoPersons ? t('request') : t('select')}
        </Button>
      </div>
      <p className={kit.quiet}>{t('footNote')}</p>
    </>
  );
}

interface WillDoProps {
  readonly detail: PointDetail;
  readonly value: number | undefined;
  readonly onTarget: (value: number) => void;
}

function WillDo({ detail, value, onTarget }: WillDoProps) {
  const t = useControlTexts();
  const say = useText();
  const word = useValueWord();
  const { point } = detail;
  return (
    <section className={styles.willDo}>
      <div>
        <h3 className={styles.head}>{t('willDo')}</h3>
        <div className={styles.big}>
          <PositionMark point={point} />
          <span aria-hidden="true">→</span>
          {point.adjusts ? (
            <InputNumber
              aria-label={t('target')}
              value={value ?? null}
              min={point.minimum ?? undefined}
              max={point.maximum ?? undefined}
              step={point.step ?? 1}
              suffix={point.unit ?? undefined}
              onChange={(next) => next !== null && onTarget(Number(next))}
            />
          ) : (
            <Segmented
              label={t('target')}
              value={String(value ?? 1)}
              options={point.states.map((state) => ({
                value: String(state.value),
                text: word(point, state.value),
              }))}
              onChange={(next) => onTarget(Number(next))}
            />
          )}
        </div>
        {point.way && <p className={kit.quiet}>{say(point.way)}</p>}
      </div>
      <Effect detail={detail} />
    </section>
  );
}
