/** The collector: a gateway of ours that polls meters over Modbus and DL/T 645. */
export { type Collector, startCollector } from './collector.ts';
export {
  faultOfAddress,
  faultOfRow,
  faultOfSignal,
  fits,
  type MapRow,
  type Protocol,
  type Transport,
} from '../domain/plan.ts';
export type { ReadFunction, RegisterRead, RegisterReply } from '../domain/modbus/frame.ts';
export { exceptionText, readsBits } from '../domain/modbus/frame.ts';
export type { Failure, Outcome } from './connection.ts';
export type { RegisterWrite, WriteFunction } from '../domain/modbus/write.ts';
export { decimalOf } from '../domain/modbus/value.ts';
export { relayPosition, type RelayCommand, shownOrder, STATUS_WORD_3 } from '../domain/dlt645/relay.ts';
export { hex } from '../domain/parsed.ts';
export type { Line } from './line.ts';
export { refusedHost, refusedOutward, resolveHost, resolveOutward } from './host.ts';
export { collectorMetrics } from './metrics.ts';
export { shipModels } from './shipModels.ts';
