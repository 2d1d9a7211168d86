import { RelayUnit } from '../device/relayBox.ts';
import type { FaultBoard } from '../plant/liveFault.ts';
import type { Plant } from '../plant/plant.ts';
import { BOX_LOADS } from './relay.ts';
import { relayFaultsOf } from './relayFaults.ts';

/** The box whose coils carry loads of a plant: as they stood when it was left. @param switched told when a load is switched */
export function modbusBox(plant: Plant | undefined, board: FaultBoard, switched: () => void): RelayUnit {
  const box = new RelayUnit([0, 1, ...BOX_LOADS.keys()], [0], {
    faultOf: relayFaultsOf(board).modbus,
    onMove: (coil, on) => {
      const meter = BOX_LOADS.get(coil);
      if (meter && plant?.switch(meter, on, Date.now())) switched();
    },
  });
  for (const [coil, meter] of BOX_LOADS) box.coils.set(coil, plant?.isOff(meter, Date.now()) ? 0 : 1);
  return box;
}
