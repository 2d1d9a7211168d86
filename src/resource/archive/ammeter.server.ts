import { deviceTypeOptions, energiesOf, fittingEnergy, mayMeasure } from '#contract/deviceType.ts';
import { badInput } from '#contract/error.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import { aboutField, REQUIRED } from '#contract/issue.ts';
import type { Text } from '#contract/text.ts';
import { ammeterCheck } from '#feature/meters/countedTwice/server/public.ts';
import { askRenamed } from '#feature/meters/ingest/server/public.ts';
import { followMeter } from '#feature/meters/recalculation/server/public.ts';
import { loopCheck } from '#feature/meters/virtualMeter/server/public.ts';
import { forgetObject } from '#feature/watch/plant/server/public.ts';
import type { JsonRow, Slots, Values } from '#server/resource/slot.ts';
import { ammeter } from './ammeter.ts';

const wordOf = (deviceType: string): Text =>
  (deviceTypeOptions as Readonly<Record<string, Text>>)[deviceType] ?? { zh: deviceType, en: deviceType };

/** What a kind of meter measures, as a sentence. */
function measuresText(deviceType: string): Text {
  const { zh, en } = wordOf(deviceType);
  const energies = energiesOf(deviceType).map((value) => energyTypeOf(value).label);
  if (energies.length === 0) return { zh: `${zh}不计量能源`, en: `a ${en.toLowerCase()} measures none` };
  return {
    zh: `${zh}只计量${energies.map((label) => label.zh).join('、')}`,
    en: `a ${en.toLowerCase()} measures ${energies.map((label) => label.en.toLowerCase()).join(', ')} only`,
  };
}

/**
 * Keeps to the energies that a kind of meter measures (specification 3 section 3). A kind that is changed alone brings
 * its only energy with it; what was kept before the rule stays until either is changed. @throws Fault 400
 */
function fitEnergy(values: Values, before: JsonRow | null): void {
  const changed = (key: string): boolean =>
    before === null || (values[key] !== undefined && values[key] !== before[key]);
  if (!changed('deviceType') && !changed('dataType')) return;
  const deviceType = String(values['deviceType'] ?? before?.['deviceType']);
  const energy = values['dataType'] === undefined ? before?.['dataType'] : values['dataType'];
  const dataType = energy == null ? null : String(energy);
  if (mayMeasure(deviceType, dataType)) return;
  const stated = values['dataType'] != null && changed('dataType');
  if (!stated && (before === null || energiesOf(deviceType).length < 2)) {
    values['dataType'] = fittingEnergy(deviceType, null);
    return;
  }
  const key = values['dataType'] === undefined ? 'deviceType' : 'dataType';
  const problem = dataType === null ? REQUIRED : measuresText(deviceType);
  throw badInput(aboutField(ammeter.fields[key].label, problem), key);
}

export const ammeterSlots: Slots = {
  beforeSave: async (call, values, before) => {
    fitEnergy(values, before);
    await loopCheck(call, values, before);
    await ammeterCheck(call, values, before);
    await askRenamed(call, values, before);
  },
  afterSave: followMeter,
  beforeDelete: ({ trx }, row) => forgetObject(trx, 'ammeter', row.id),
};
