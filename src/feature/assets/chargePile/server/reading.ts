import { type Ingest, takeTelemetry } from '#feature/meters/ingest/server/public.ts';
import { type MeterValue, readMeterValue } from '../domain/meterValue.ts';
import type { Pile } from './pile.ts';
import { toldTime } from './session.ts';

/** Whether the values of a connector are those of the charger's meter: of its only one, or of the main meter (0). */
const isOfMeter = ({ connectors }: Pile, connector: number): boolean =>
  connector === 0 || (connectors === 1 && connector === 1);

/** Stores what a charger measured as readings of its meter, through the one way in; without a meter nothing. */
export async function storeMeterValues(
  ingest: Ingest,
  pile: Pile,
  connector: number,
  values: readonly MeterValue[],
  received: number,
): Promise<void> {
  const { meterCode, gatewayId } = pile;
  if (meterCode === null || gatewayId === null || !isOfMeter(pile, connector)) return;
  const gateway = await ingest.gateways.byId(gatewayId);
  if (!gateway) return;
  const entries = values.flatMap((value) => {
    const ts = toldTime(value.timestamp);
    const { values: measured } = readMeterValue(value, connector === 0 ? 'main' : 'connector');
    return ts === null || Object.keys(measured).length === 0 ? [] : [{ ts, values: measured }];
  });
  if (entries.length === 0) return;
  await takeTelemetry(ingest, gateway, { [meterCode]: entries }, 'ocpp', received, {
    topic: pile.identity,
  });
}
