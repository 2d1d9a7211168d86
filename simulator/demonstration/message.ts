import type { CameraPorts } from './camera.ts';
import type { Switched } from '../plant/switching.ts';
import type { DemoCharger, KeyedCharger } from './charging.ts';

/** What chance in the demonstration's plants depends on. */
export const DEMO_SEED = 20_260_101;

/** A load of a plant that was switched, by the plant's code. */
export interface SwitchedLoad extends Switched {
  readonly plant: string;
}

/** What the demonstration's thread is started with. */
export interface DemoSettings {
  readonly baseUrl: string;
  /** Of the broker; undefined = readings are sent over HTTP. */
  readonly mqttUrl?: string;
  /** Where the simulated Modbus meters listened before; 0 = not yet. */
  readonly modbusPort: number;
  /** Where the simulated provincial platform listened before, and what it knew of enterprises; 0 and '' = not yet. */
  readonly provincePort: number;
  readonly province: string;
  /** The plans that the simulated energy management had loaded; '' = none yet. */
  readonly ems: string;
  /** What was switched in the plants so far. */
  readonly switched: readonly SwitchedLoad[];
  /** Where the simulated cameras listened before; empty = not yet. */
  readonly cameraPorts: readonly CameraPorts[];
  /** Where the console of the simulation listens, if it is free. */
  readonly consolePort: number;
  /** Of a session of the operator's, in whose name everything is entered. */
  readonly operatorCookie: string;
  readonly seed: number;
  /** Start of the history, ms. */
  readonly from: number;
  /** Enter the archive and send the history; otherwise `sentUntil` and `gateways` are known. */
  readonly fill: boolean;
  /** Up to where readings were sent before, ms. */
  readonly sentUntil: number;
  readonly gateways: readonly TokenGateway[];
  /** It was filled before there was a microgrid: that is added. */
  readonly lacksAssets: boolean;
  /** Chargers that were entered before. */
  readonly chargers: readonly KeyedCharger[];
  /** File with a real plant's year, imported as a meter of its own. */
  readonly sampleFile?: string;
}

/** A gateway of the demonstration and the meters that speak through it. */
export interface DemoGateway {
  readonly id: number;
  /** Plant and site, as faults name it. */
  readonly name: string;
  /** Code of the plant. */
  readonly plant: string;
  /** Codes of the meters that speak through it. */
  readonly meters: readonly string[];
  /** Names of further devices behind it, which tell positions. */
  readonly devices?: readonly string[];
  /** Those of them that tell of the cells of a battery. */
  readonly cells?: readonly string[];
  /** Plans of a battery are sent to it. */
  readonly takesPlans?: true;
  /** The channel over which the platform asks these meters itself. */
  readonly channelId?: number;
}

/** A gateway with its token. */
export interface TokenGateway extends DemoGateway {
  readonly token: string;
}

/** What the thread tells. */
export type DemoMessage =
  | {
      readonly kind: 'open';
      readonly modbusPort: number;
      readonly consolePort: number;
      readonly provincePort: number;
      readonly cameraPorts: readonly CameraPorts[];
    }
  | { readonly kind: 'province'; readonly state: string }
  | { readonly kind: 'ems'; readonly state: string }
  | { readonly kind: 'switched'; readonly switched: readonly SwitchedLoad[] }
  | { readonly kind: 'gateways'; readonly gateways: readonly DemoGateway[] }
  | { readonly kind: 'chargers'; readonly chargers: readonly DemoCharger[] }
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'filled'; readonly until: number }
  | { readonly kind: 'sent'; readonly until: number }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string };
