/** The door of alarms on the web. */
export { useAlarmBell, useAlarmsWaiting } from './bell.tsx';
export { OpenPanel } from './lazy.ts';
export { LevelChoice } from './LevelChoice.tsx';
