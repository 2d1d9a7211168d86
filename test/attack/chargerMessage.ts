import type { Chance } from './chance.ts';
import { hostileText, hostileValue, nested } from './hostileValue.ts';

const METHODS = [
  'BootNotification', 'Heartbeat', 'StatusNotification', 'StatusNotification', 'Authorize', 'StartTransaction', 'StartTransaction',
  'StopTransaction', 'StopTransaction', 'MeterValues', 'MeterValues', 'MeterValues', 'DataTransfer', 'FirmwareStatusNotification',
  'DiagnosticsStatusNotification', 'SecurityEventNotification', 'Reset', '__proto__', 'constructor', '',
] as const; // prettier-ignore

/** Numbers that the schemas of OCPP let through. */
const NUMBERS = [0, 1, 1, 1, 2, -1, 100, 101, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e15] as const;
const TIMES = [
  '2025-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z', '1970-01-01T00:00:00Z', '2026-01-01', '2026-01-01T00:00:00+14:00', '2026-06-30T23:59:60Z',
] as const; // prettier-ignore
const VALUES = [
  '0', '1', '12.5', '-1', 'NaN', '1e999', '-1e308', '0x10', '９９', '', ' ', '1,5', '9'.repeat(400), '0.0000001', 'a\u0000b', '\ud800',
] as const; // prettier-ignore
const MEASURANDS = [
  'Energy.Active.Import.Register',
  'Power.Active.Import',
  'SoC',
  'Voltage',
  'Current.Import',
  'Temperature',
] as const;
const UNITS = ['Wh', 'kWh', 'W', 'kW', 'Percent', 'V', 'A', 'K', 'Celsius'] as const;
const TAGS = [
  'CARD-1',
  'NOBODY',
  '',
  ' ',
  '\u0000',
  '%',
  `' or 1=1`,
  '卡',
  '\ud800',
  'x'.repeat(20),
  'x'.repeat(21),
] as const;

const time = (chance: Chance): string =>
  chance.percent(60) ? new Date(Date.now() - chance.below(1e9)).toISOString() : chance.of(TIMES);
const some = (chance: Chance, fields: Readonly<Record<string, () => unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, of]) => (chance.percent(40) ? [[key, of()]] : [])),
  );

function meterValue(chance: Chance): Record<string, unknown> {
  const samples = Array.from({ length: chance.percent(5) ? 300 : 1 + chance.below(3) }, () => ({
    value: chance.of(VALUES),
    ...some(chance, {
      measurand: () => chance.of(MEASURANDS),
      unit: () => chance.of(UNITS),
      phase: () => chance.of(['L1', 'L1-N', 'N']),
      context: () => chance.of(['Sample.Periodic', 'Transaction.Begin', 'Transaction.End']),
      format: () => chance.of(['Raw', 'SignedData']),
      location: () => chance.of(['Outlet', 'Body']),
    }),
  }));
  return { timestamp: time(chance), sampledValue: samples };
}

/** The parameters of a call as a charger means them, with values at their bounds. */
function paramsOf(chance: Chance, method: string): Record<string, unknown> {
  const number = (): number => chance.of(NUMBERS);
  const values = (): unknown[] => Array.from({ length: chance.below(4) }, () => meterValue(chance));
  const tag = (): string => chance.of(TAGS);
  switch (method) {
    case 'BootNotification':
      return { chargePointVendor: tag(), chargePointModel: tag(), ...some(chance, { firmwareVersion: () => hostileText(chance).slice(0, 50) }) };
    case 'StatusNotification':
      return {
        connectorId: number(),
        errorCode: chance.of(['NoError', 'GroundFailure', 'OtherError']),
        status: chance.of(['Available', 'Charging', 'Faulted', 'Unavailable']),
        ...some(chance, { timestamp: () => time(chance), info: () => hostileText(chance).slice(0, 50), vendorErrorCode: tag }),
      };
    case 'Authorize':
      return { idTag: tag() };
    case 'StartTransaction':
      return { connectorId: number(), idTag: tag(), meterStart: number(), timestamp: time(chance), ...some(chance, { reservationId: number }) };
    case 'StopTransaction':
      return {
        transactionId: chance.percent(60) ? 1 + chance.below(40) : number(),
        meterStop: number(),
        timestamp: time(chance),
        ...some(chance, { idTag: tag, reason: () => chance.of(['Local', 'PowerLoss', 'Other']), transactionData: values }),
      };
    case 'MeterValues':
      return { connectorId: number(), meterValue: [meterValue(chance), ...values()], ...some(chance, { transactionId: () => chance.below(40) }) };
    case 'DataTransfer':
      return { vendorId: hostileText(chance).slice(0, 255), ...some(chance, { data: () => hostileText(chance) }) };
    case 'FirmwareStatusNotification':
      return { status: chance.of(['Downloaded', 'Installed', 'Idle', 'x']) };
    default:
      return {};
  }
} // prettier-ignore

/** A message of OCPP 1.6J that nobody means: as text, a call with wrong parameters, an answer to nothing, or no message at all. */
export function messageOf(chance: Chance, id: string): string {
  const method = chance.of(METHODS);
  const params = paramsOf(chance, method);
  const keys = Object.keys(params);
  if (keys.length > 0 && chance.percent(20)) params[chance.of(keys)] = hostileValue(chance);
  if (chance.percent(5)) params[hostileText(chance).slice(0, 50)] = hostileValue(chance);
  const call = JSON.stringify([2, id, method, params]);
  switch (chance.below(30)) {
    case 0:
      return hostileText(chance);
    case 1:
      return nested(20_000);
    case 2:
      return JSON.stringify(hostileValue(chance)) ?? '';
    case 3:
      return JSON.stringify([3, id, hostileValue(chance)]);
    case 4:
      return JSON.stringify([4, id, hostileValue(chance), hostileText(chance), {}]);
    case 5:
      return JSON.stringify([2, hostileValue(chance), method, params]);
    case 6:
      return call.slice(0, chance.below(call.length));
    case 7:
      return JSON.stringify([2, id, hostileText(chance), params]);
    default:
      return call;
  }
}
