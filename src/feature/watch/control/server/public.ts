/** Safe control: who carries commands out, who watches them, and orders of alarms and of shedding. */
export { armedFor, mayStillOperate, type OutputPlace } from './arming.ts';
export { code, password, passwordNeeded } from './commandRoutes.ts';
export { giveOrder } from './give.ts';
export { holdOutputs } from './held.ts';
export { type OutputNow, outputsNow } from './output.ts';
export { provenOf, rightOf } from './person.ts';
export { WIRING } from './point.ts';
export { askToWire, changedOf, MAY_NOT_WIRE } from './positionSignal.ts';
export { startSender } from './sender.ts';
export { type StoppedBy, takeBack } from './takeBack.ts';
export { startControlWatch } from './watch.ts';
export { faultOfWiring, type Wiring } from '../domain/wiring.ts';
