import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/api.ts';
import { notify } from '#web/ui/notice.ts';
import { type MotionName, REPEAT_MS } from '../contract.ts';
import { type Door, moveBy, stopBy } from './calls.ts';

/** This page among all that move cameras, and how often something was pressed in it. */
const PAGE = `${Date.now()}-${Math.floor(Math.random() * 1e9)}`;
let presses = 0;

/** What is held now, and how to begin and end it. */
export interface Hold {
  readonly motion: MotionName | null;
  readonly begin: (motion: MotionName) => void;
  readonly end: () => void;
}

/**
 * Repeats a motion while its button or key is held, and stops it when it is let go, the page is left or hidden. The camera
 * stops by itself where none of this is heard.
 */
export function useHold(door: Door, cameraId: number, speed: number, changed: () => void): Hold {
  const [motion, setMotion] = useState<MotionName | null>(null);
  const held = useRef<{
    readonly motion: MotionName;
    readonly press: string;
    readonly timer: ReturnType<typeof setInterval>;
  } | null>(null);

  const end = useCallback(() => {
    if (!held.current) return;
    const { timer, press } = held.current;
    clearInterval(timer);
    held.current = null;
    setMotion(null);
    stopBy(door, cameraId, press)
      .catch(() => {})
      .finally(changed);
  }, [door, cameraId, changed]);

  const begin = useCallback(
    (next: MotionName) => {
      if (held.current?.motion === next) return;
      if (held.current) clearInterval(held.current.timer);
      const press = `${PAGE}.${++presses}`;
      let under = false;
      const send = (again: boolean): void => {
        if (under) return;
        under = true;
        moveBy(door, next, { cameraId, speed, press }, again)
          .catch((error: unknown) => {
            if (held.current?.motion === next) {
              clearInterval(held.current.timer);
              held.current = null;
              setMotion(null);
            }
            notify('error', error instanceof ApiError ? error.message : String(error));
          })
          .finally(() => {
            under = false;
            if (!again) changed();
          });
      };
      held.current = { motion: next, press, timer: setInterval(() => send(true), REPEAT_MS) };
      setMotion(next);
      send(false);
    },
    [door, cameraId, speed, changed],
  );

  useEndWhenAway(end);
  return { motion, begin, end };
}

/** Ends when the page is left or hidden, or the control goes. */
function useEndWhenAway(end: () => void): void {
  useEffect(() => {
    const hidden = (): void => {
      if (document.visibilityState !== 'visible') end();
    };
    window.addEventListener('blur', end);
    window.addEventListener('pagehide', end);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('blur', end);
      window.removeEventListener('pagehide', end);
      document.removeEventListener('visibilitychange', hidden);
      end();
    };
  }, [end]);
}

const TURNS: Readonly<Record<string, MotionName>> = {
  ArrowUp: 'turnUp',
  ArrowDown: 'turnDown',
  ArrowLeft: 'turnLeft',
  ArrowRight: 'turnRight',
  'ArrowLeft ArrowUp': 'turnLeftUp',
  'ArrowRight ArrowUp': 'turnRightUp',
  'ArrowDown ArrowLeft': 'turnLeftDown',
  'ArrowDown ArrowRight': 'turnRightDown',
  '+': 'zoomAdd',
  '=': 'zoomAdd',
  '-': 'zoomMinus',
  ']': 'focusAdd',
  '[': 'focusMinus',
};

/** Keys that move the camera while they are held; not while somebody types or chooses. */
export function useHoldKeys({ begin, end }: Hold, able: (motion: MotionName) => boolean): void {
  useEffect(() => {
    const down = new Set<string>();
    const elsewhere = (target: EventTarget | null): boolean =>
      target instanceof HTMLElement &&
      target.closest(
        'input, select, textarea, dialog, [role="menu"], [role="listbox"], [contenteditable]',
      ) !== null;
    const apply = (): void => {
      const motion = TURNS[[...down].toSorted().join(' ')];
      if (motion && able(motion)) begin(motion);
      else end();
    };
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || elsewhere(event.target)) return;
      if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) {
        event.preventDefault();
        down.clear();
        return end();
      }
      if (!(event.key in TURNS)) return;
      event.preventDefault();
      if (event.repeat) return;
      down.add(event.key);
      apply();
    };
    const lift = (event: KeyboardEvent): void => {
      if (down.delete(event.key)) apply();
    };
    const leave = (): void => down.clear();
    window.addEventListener('keydown', press);
    window.addEventListener('keyup', lift);
    window.addEventListener('blur', leave);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('keyup', lift);
      window.removeEventListener('blur', leave);
    };
  }, [begin, end, able]);
}
