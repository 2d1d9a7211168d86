import { PCS_GATEWAY, PCS_METER } from '../demonstration/assets.ts';
import type { FaultBoard } from '../plant/liveFault.ts';
import type { Microgrid } from '../plant/microgridMeters.ts';
import type { Registers } from './modbusServer.ts';
import { type SimulatedModel, sunspecRegisters } from './sunspec.ts';

/** The converter refreshes its registers in this cycle. */
const CYCLE_MS = 15_000;

/** Registers of the converter of the microgrid as a SunSpec device; no contact where it has a gap or its gateway is dead. */
export function converterRegisters(microgrid: Microgrid, board: FaultBoard): Registers {
  const models = (): readonly SimulatedModel[] | null => {
    if (board.find('dead', PCS_GATEWAY)) return null;
    const at = Math.floor(Date.now() / CYCLE_MS) * CYCLE_MS;
    const told = board.told(PCS_METER, at, (t) => microgrid.reading(PCS_METER, t));
    return told && modelsOf(told.values);
  };
  return sunspecRegisters(models);
}

/** What the meter of the converter tells, as an inverter (above 0 it gives) and a meter (above 0 it takes) tell it; W and Wh. */
function modelsOf({
  PP = 0,
  RP = 0,
  PZ = 0,
  DCP = 0,
  PST = 1,
}: Readonly<Record<string, number>>): SimulatedModel[] {
  const inverter = { W_SF: 1, W: -PZ * 1000, DCW_SF: 1, DCW: -DCP * 1000, St: PST };
  const meter = { W_SF: 1, W: PZ * 1000, TotWh_SF: 1, TotWhImp: PP * 1000, TotWhExp: RP * 1000 };
  return [
    { model: 1, values: { DA: 1 } },
    { model: 103, values: inverter },
    { model: 203, values: meter },
  ];
}
