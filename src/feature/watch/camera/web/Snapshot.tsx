import { useEffect, useRef, useState } from 'react';
import { timeAt } from '#domain/time/text.ts';
import { ApiError } from '#web/api.ts';
import type { CameraWire } from '../contract.ts';
import styles from './Camera.module.css';
import { type Door, snapshotOf } from './calls.ts';
import { useCameraTexts } from './useCameraTexts.ts';

const EVERY_MS = 1000;
/** A camera that does not answer is asked less often, ms. */
const REST_MS = 5000;

interface Shown {
  readonly address: string | null;
  /** ms */
  readonly at: number | null;
  readonly fault: string | null;
}

const NOTHING: Shown = { address: null, at: null, fault: null };

/** The picture of a camera, anew every second while the page is in sight. */
export function Snapshot({ door, camera }: { readonly door: Door; readonly camera: CameraWire }) {
  const t = useCameraTexts();
  const [shown, setShown] = useState(NOTHING);
  const held = useRef<string | null>(null);
  const { cameraId, cameraName, timeZone } = camera;
  useEffect(() => {
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      let wait = EVERY_MS;
      if (document.visibilityState === 'visible') {
        try {
          const address = URL.createObjectURL(await snapshotOf(door, cameraId, ending.signal));
          if (ending.signal.aborted) return URL.revokeObjectURL(address);
          if (held.current) URL.revokeObjectURL(held.current);
          held.current = address;
          setShown({ address, at: Date.now(), fault: null });
        } catch (error) {
          if (ending.signal.aborted) return;
          wait = REST_MS;
          const fault = error instanceof ApiError ? error.message : String(error);
          setShown((before) => ({ ...before, fault }));
        }
      }
      timer = setTimeout(() => void look(), wait);
    };
    void look();
    return () => {
      ending.abort();
      clearTimeout(timer);
      if (held.current) URL.revokeObjectURL(held.current);
      held.current = null;
    };
  }, [door, cameraId]);
  return (
    <>
      {shown.address && <img className={styles.view} src={shown.address} alt={cameraName} />}
      {(shown.fault || !shown.address) && (
        <output className={styles.veil}>
          <span>{shown.fault ?? t('waiting')}</span>
          {shown.at !== null && <small>{t('lastPicture', { time: timeAt(timeZone, shown.at) })}</small>}
        </output>
      )}
    </>
  );
}
