import type { Door } from '#server/door.ts';
import { addAlarmMetrics } from './metrics.ts';

/** The door of judging: alarms are raised and cleared as readings come, late or not. */
export const door: Door = { metrics: addAlarmMetrics };
export { startJudging } from './loop.ts';
export { bucketsOf } from './bucket.ts';
export { lookAtEvents } from './event.ts';
export { lookAtFigures } from './figure.ts';
export { lookAtSignals } from './signal.ts';
export { lookAtMixed } from './mixed.ts';
export { mixedOver } from './mixedLoad.ts';
export { namedObjects } from './load.ts';
export { lookOnce } from './look.ts';
export { type CoursePoint, pointCourse } from './pointCourse.ts';
