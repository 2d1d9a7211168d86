import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useText } from '#web/text/useTexts.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import {
  type CameraAbilities,
  type CameraWire,
  LACKS,
  MOTIONS,
  type MotionName,
  neededFor,
} from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Camera.module.css';
import { abilitiesQuery, type Door, releaseBy } from './calls.ts';
import { type Hold, useHold, useHoldKeys } from './useHold.ts';
import { useCameraTexts } from './useCameraTexts.ts';

const PAD: readonly (readonly [MotionName | null, string])[] = [
  ['turnLeftUp', '↖'],
  ['turnUp', '↑'],
  ['turnRightUp', '↗'],
  ['turnLeft', '←'],
  [null, '■'],
  ['turnRight', '→'],
  ['turnLeftDown', '↙'],
  ['turnDown', '↓'],
  ['turnRightDown', '↘'],
];
const ROWS = [
  ['zoom', 'zoomMinus', 'zoomAdd'],
  ['focus', 'focusMinus', 'focusAdd'],
  ['aperture', 'apertureMinus', 'apertureAdd'],
] as const;

interface ControlsProps {
  readonly door: Door;
  readonly camera: CameraWire;
  /** Who has it in hand changed. */
  readonly onChanged: () => void;
}

/** What moves the camera in hand; what it lacks is grey, with the reason. */
export function Controls({ door, camera, onChanged }: ControlsProps) {
  const t = useCameraTexts();
  const say = useText();
  const may = useMay('archive.iVideoControl.move');
  const [speed, setSpeed] = useState(0.6);
  const { data: abilities } = useQuery({
    ...abilitiesQuery(door, camera.cameraId),
    enabled: camera.lack === null,
  });
  const hold = useHold(door, camera.cameraId, speed, onChanged);
  const other = camera.mover !== null && !camera.mover.own ? camera.mover : null;
  const whyNot = useCallback(
    (motion: MotionName): string | null => {
      if (!may) return t('noRight');
      const lack = camera.lack ?? reasonOf(abilities, motion);
      if (lack !== null) return say(LACKS[lack]);
      return other ? t('moving', { name: other.name, n: Math.ceil(other.leftMs / 1000) }) : null;
    },
    [may, camera.lack, abilities, other, t, say],
  );
  const able = useCallback((motion: MotionName) => whyNot(motion) === null, [whyNot]);
  useHoldKeys(hold, able);
  const release = (): void => void releaseBy(door, camera.cameraId).then(onChanged, () => {});
  return (
    <div className={kit.stack}>
      {camera.mover?.own === true && (
        <output className={styles.mine}>
          <span>
            {t('yours')}
            <small>
              {t('yoursNote', { n: Math.ceil(camera.mover.leftMs / 1000), ms: camera.moveMs / 1000 })}
            </small>
          </span>
          <Button onClick={release}>{t('release')}</Button>
        </output>
      )}
      <Pad hold={hold} whyNot={whyNot} />
      <label className={styles.speed}>
        {t('speed')}
        <input
          type="range"
          min={0.1}
          max={1}
          step={0.1}
          value={speed}
          onChange={(event) => setSpeed(Number(event.target.value))}
        />
      </label>
      {ROWS.map(([name, minus, plus]) => (
        <div key={name} className={styles.row}>
          <span>{t(name)}</span>
          <HoldButton motion={minus} sign="−" hold={hold} why={whyNot(minus)} />
          <small>{whyNot(plus)}</small>
          <HoldButton motion={plus} sign="+" hold={hold} why={whyNot(plus)} />
        </div>
      ))}
      <p className={kit.note}>{whyNot('turnUp') ?? t('keys')}</p>
    </div>
  );
}

/** Before it was asked nothing is said to be missing, and nothing can be pressed. */
const reasonOf = (abilities: CameraAbilities | undefined, motion: MotionName) =>
  abilities ? abilities[neededFor(motion)] : 'noAnswer';

interface PadProps {
  readonly hold: Hold;
  readonly whyNot: (motion: MotionName) => string | null;
}

function Pad({ hold, whyNot }: PadProps) {
  const t = useCameraTexts();
  return (
    <fieldset className={styles.pad} aria-label={t('pad')}>
      {PAD.map(([motion, sign]) =>
        motion === null ? (
          <button key="stop" type="button" aria-label={t('stop')} title={t('stop')} onClick={hold.end}>
            {sign}
          </button>
        ) : (
          <HoldButton key={motion} motion={motion} sign={sign} hold={hold} why={whyNot(motion)} />
        ),
      )}
    </fieldset>
  );
}

interface HoldButtonProps {
  readonly motion: MotionName;
  readonly sign: string;
  readonly hold: Hold;
  /** Why it cannot be pressed; null = it can. */
  readonly why: string | null;
}

/** Moves while it is held, by pointer or by space and enter. */
function HoldButton({ motion, sign, hold, why }: HoldButtonProps) {
  const say = useText();
  const word = say(MOTIONS[motion]);
  return (
    <button
      type="button"
      aria-label={word}
      title={why === null ? word : `${word}: ${why}`}
      disabled={why !== null}
      data-held={hold.motion === motion}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        hold.begin(motion);
      }}
      onPointerUp={hold.end}
      onPointerCancel={hold.end}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        if (!event.repeat) hold.begin(motion);
      }}
      onKeyUp={(event) => {
        if (event.key === ' ' || event.key === 'Enter') hold.end();
      }}
      onBlur={hold.end}
    >
      {sign}
    </button>
  );
}
