/** The door of what the platform itself watches: states of the plant become alarm records (decision 162). */
export { alarmBook } from './book.ts';
export { type NotedCause, noteCauses, silenceCauses } from './cause.ts';
export { forgetObject } from './forget.ts';
