import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createStored } from '#web/ui/stored.ts';
import { hear, type Heard } from './hear.ts';
import type { Urgent } from './useUrgent.ts';

/** Whether new urgent alarms ring in this browser: off until the person turns it on. */
const sound = createStored('meterhouse.alarmSound', { on: false }, (value) => ({
  on: 'on' in value && value.on === true,
}));

let context: AudioContext | undefined;
const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

/** Makes the browser's sound ready; before the person has touched the page it stays silent. */
function ready(): AudioContext {
  if (!context) {
    context = new AudioContext();
    context.addEventListener('statechange', tell);
  }
  if (context.state === 'suspended') void context.resume().catch(() => {});
  return context;
}

/** Two short tones. */
function ring(): void {
  const out = ready();
  if (out.state !== 'running') return;
  [880, 660].forEach((pitch, i) => {
    const begin = out.currentTime + i * 0.18;
    const tone = new OscillatorNode(out, { frequency: pitch });
    const loud = new GainNode(out, { gain: 0.2 });
    loud.gain.setValueAtTime(0.2, begin + 0.12);
    loud.gain.linearRampToValueAtTime(0, begin + 0.16);
    tone.connect(loud).connect(out.destination);
    tone.start(begin);
    tone.stop(begin + 0.17);
  });
}

/** Turns the sound on, with a ring to prove it, or off. */
export function turnSound(on: boolean): void {
  sound.set({ on });
  if (on) ring();
}

const subscribe = (listener: () => void): (() => void) => {
  const stop = sound.subscribe(listener);
  listeners.add(listener);
  return () => {
    stop();
    listeners.delete(listener);
  };
};

/** `waits`: it is on, but the browser plays nothing before the person touches the page. */
export function useSound(): 'on' | 'off' | 'waits' {
  return useSyncExternalStore(subscribe, () =>
    !sound.get().on ? 'off' : context?.state === 'running' ? 'on' : 'waits',
  );
}

/** Rings for urgent records that were not there before; those that stand when the page opens are seen, not heard. */
export function useRing(urgent: Urgent | undefined): void {
  const known = useRef<Heard | null>(null);
  useEffect(() => {
    if (!urgent) return;
    const { heard, rings } = hear(known.current, urgent.list, urgent.total);
    known.current = heard;
    if (rings && sound.get().on) ring();
  }, [urgent]);
  useEffect(() => {
    const wake = (): void => {
      if (sound.get().on) ready();
    };
    document.addEventListener('pointerdown', wake);
    document.addEventListener('keydown', wake);
    return () => {
      document.removeEventListener('pointerdown', wake);
      document.removeEventListener('keydown', wake);
    };
  }, []);
}
