/** The door of alarms on the web. */
export { useAlarmBell } from './bell.tsx';
export { LevelChoice } from './LevelChoice.tsx';
