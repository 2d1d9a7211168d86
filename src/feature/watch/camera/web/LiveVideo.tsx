import { useEffect, useRef, useState } from 'react';
import { useText } from '#web/text/useTexts.ts';
import type { CameraWire } from '../contract.ts';
import styles from './Camera.module.css';
import { type Door, permitOf } from './calls.ts';
import { canPlay, type LiveFault, playLive } from './playLive.ts';
import { Snapshot } from './Snapshot.tsx';
import { useCameraTexts } from './useCameraTexts.ts';

interface LiveVideoProps {
  readonly door: Door;
  readonly camera: CameraWire;
  /** Told whether what is shown is live. */
  readonly onLive: (live: boolean) => void;
}

/** The live picture of a camera; while there is none, its pictures one by one, with the reason. */
export function LiveVideo({ door, camera, onLive }: LiveVideoProps) {
  const t = useCameraTexts();
  const say = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [fault, setFault] = useState<LiveFault | null>(null);
  const { cameraId, cameraName } = camera;
  const able = canPlay();
  useEffect(() => {
    const element = video.current;
    if (!element || !able) return undefined;
    const end = playLive(element, {
      permit: () => permitOf(door, cameraId),
      playing: () => {
        setPlaying(true);
        setFault(null);
        onLive(true);
      },
      fault: (next) => {
        setPlaying(false);
        setFault(next);
        onLive(false);
      },
    });
    return () => {
      end();
      onLive(false);
    };
  }, [door, cameraId, able, onLive]);
  const why = !able ? t('noPlayer') : fault && (fault.text ? say(fault.text) : t('noConnection'));
  return (
    <>
      {!playing && (fault || !able) && <Snapshot door={door} camera={camera} />}
      <video
        ref={video}
        className={styles.view}
        data-live={playing}
        muted
        playsInline
        aria-label={cameraName}
      />
      {!playing && !why && <output className={styles.veil}>{t('waiting')}</output>}
      {!playing && why && <output className={styles.why}>{why}</output>}
    </>
  );
}
