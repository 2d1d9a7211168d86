import DragOutlined from '@ant-design/icons-svg/es/asn/DragOutlined';
import { useState } from 'react';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { useText } from '#web/text/useTexts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { type CameraWire, LACKS } from '../contract.ts';
import styles from './Camera.module.css';
import type { Door } from './calls.ts';
import { LiveVideo } from './LiveVideo.tsx';
import { Snapshot } from './Snapshot.tsx';
import { useCameraTexts } from './useCameraTexts.ts';

interface TileProps {
  readonly door: Door;
  readonly camera: CameraWire;
  readonly number: number;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/** Kinds of camera that have a stream of their own. */
const STREAMS = ['onvif', 'rtsp'] as const;

/** One camera: its name and alarm above, its picture, and who moves it below. The one in hand is shown live. */
export function Tile({ door, camera, number, chosen, onChoose }: TileProps) {
  const t = useCameraTexts();
  const [live, setLive] = useState(false);
  const streams = STREAMS.some((kind) => kind === camera.cameraKind);
  const asLive = chosen && streams;
  return (
    <article className={styles.tile} data-chosen={chosen}>
      <header className={styles.name}>
        <button
          type="button"
          className={styles.choose}
          aria-pressed={chosen}
          aria-label={t('choose', { name: camera.cameraName })}
          onClick={onChoose}
        />
        <span className={styles.title}>
          <b>{number}</b> {camera.cameraName}
        </span>
        {camera.alarmLevel !== null && (
          <span className={styles.alarm} title={camera.alarmName ?? undefined}>
            <LevelMark level={camera.alarmLevel} />
          </span>
        )}
      </header>
      <div className={styles.stage}>
        <Content door={door} camera={camera} live={asLive} onLive={setLive} />
      </div>
      <footer className={styles.foot}>
        <span>
          {camera.lack !== null || camera.url !== null ? '' : asLive && live ? t('live') : t('snapshot')}
        </span>
        <Hand camera={camera} />
      </footer>
    </article>
  );
}

interface ContentProps extends Pick<TileProps, 'door' | 'camera'> {
  readonly live: boolean;
  readonly onLive: (live: boolean) => void;
}

function Content({ door, camera, live, onLive }: ContentProps) {
  const t = useCameraTexts();
  const say = useText();
  if (camera.lack !== null)
    return (
      <div className={styles.veil}>
        <span>{say(LACKS[camera.lack])}</span>
        {camera.place !== null && <small>{camera.place}</small>}
      </div>
    );
  if (camera.url !== null)
    return (
      <div className={styles.veil}>
        <a href={camera.url} target="_blank" rel="noreferrer noopener" className={styles.link}>
          {t('openPlatform')}
        </a>
      </div>
    );
  return live ? (
    <LiveVideo door={door} camera={camera} onLive={onLive} />
  ) : (
    <Snapshot door={door} camera={camera} />
  );
}

/** Whether it moves, and in whose hand it is. */
function Hand({ camera: { mover, fixed, lack } }: Pick<TileProps, 'camera'>) {
  const t = useCameraTexts();
  if (mover)
    return (
      <span className={styles.hand}>
        <Icon icon={DragOutlined} size={12} />
        {mover.own ? t('yours') : t('moving', { name: mover.name, n: Math.ceil(mover.leftMs / 1000) })}
      </span>
    );
  if (lack !== null) return null;
  return <span className={styles.hand}>{fixed ? t('fixed') : t('head')}</span>;
}
