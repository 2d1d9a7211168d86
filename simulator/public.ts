/** The door of the simulator for the product: the plants of the demonstration and how its thread is started. */
export { CAMERA_HOST, type CameraPorts } from './demonstration/camera.ts';
export type { DemoCharger } from './demonstration/charging.ts';
export { MODBUS_HOST } from './demonstration/collector.ts';
export {
  DEMO_SEED,
  type DemoGateway,
  type DemoMessage,
  type DemoSettings,
  type SwitchedLoad,
} from './demonstration/message.ts';
export { MICROGRID } from './plant/microgridMeters.ts';
export { campus } from './plant/campus.ts';
export type { PlantDesign } from './plant/meter.ts';
export { monthStart } from './plant/moment.ts';
export { steel } from './plant/steel.ts';

/** What the demonstration's worker thread runs; started with `DemoSettings`, it tells `DemoMessage`s. */
export const DEMO_THREAD = new URL('./demonstration/thread.ts', import.meta.url);
