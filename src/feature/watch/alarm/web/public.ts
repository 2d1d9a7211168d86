/** The door of alarms on the web. */
export { useAlarmBell } from './bell.tsx';
