import type { MeasuringDoubt, PileSetting } from '../contract/setting.ts';

/** Settings whose values are kept from people: keys and passwords, also those of vendors. */
const SECRET = /authorizationkey|password|passwd|passphrase|secret|credential|private|psk|token/i;

/** An address that holds a name or password. */
const WITH_NAME = /:\/\/[^/\s]*@/;

/** Whether a setting is a secret, by its name or its value. */
export const isSecretSetting = (key: string, value = ''): boolean =>
  SECRET.test(key) || WITH_NAME.test(value);

const REGISTER = 'Energy.Active.Import.Register';
const POWER = 'Power.Active.Import';
/** Tariff periods begin on quarters of an hour, s. */
const LONGEST_S = 900;

/**
 * What the settings of a charger say of how well its sessions will be known. Names are the same in capitals and small letters
 * (CiString of OCPP); what the charger does not tell is not doubted.
 */
export function measuringDoubts(settings: readonly PileSetting[]): MeasuringDoubt[] {
  const told = new Map(settings.map(({ key, value }) => [key.toLowerCase(), value]));
  const seconds = (key: string): number | null => {
    const text = told.get(key)?.trim() ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  const every = [seconds('metervaluesampleinterval'), seconds('clockaligneddatainterval')];
  const known = every.filter((one) => one !== null);
  const spans = known.filter((one) => one > 0);
  const doubts: MeasuringDoubt[] = [];
  if (known.length === every.length && spans.length === 0) doubts.push('noValues');
  else if (spans.length > 0 && Math.min(...spans) > LONGEST_S) doubts.push('seldom');
  const data = told.get('metervaluessampleddata');
  if (data === undefined || data === null) return doubts;
  const measurands = data.split(',').map((one) => one.trim());
  // The register is what OCPP takes where none is named.
  if (data.trim() !== '' && !measurands.includes(REGISTER)) doubts.push('noRegister');
  if (!measurands.some((one) => one === POWER || one.startsWith(`${POWER}.`))) doubts.push('noPower');
  return doubts;
}
