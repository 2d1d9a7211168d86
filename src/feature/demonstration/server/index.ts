export { startDemonstration } from './start.ts';
export type { Demonstration, DemonstrationOptions } from './start.ts';
