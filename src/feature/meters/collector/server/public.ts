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
export { refusedHost, resolveHost } from './host.ts';
export { collectorMetrics } from './metrics.ts';
