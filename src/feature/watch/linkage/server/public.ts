/** The door of linkages: the alarms plan and skip runs in their own transactions, the worker does them. */
export { nextEscalation } from './escalation.ts';
export { runLinkages as runLinkagesNow, startLinkageLoop } from './loop.ts';
export { linkagesOf, planRuns, skipRuns } from './plan.ts';
export { shelveRuns, unshelveRuns } from './shelve.ts';
export type { Linkage, Raised } from '../domain/plan.ts';
export { wouldSend, type WouldSend } from '../domain/wouldSend.ts';
export type { Ways } from './run.ts';
export { type CameraRun, camerasToRecord, endCameraRun, takeCameraRuns } from './cameraRun.ts';
export type { RunEnd } from './run.ts';
