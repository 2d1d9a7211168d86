import { sql } from 'kysely';
import { fieldsOf, snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { ENERGY } from '#contract/energyType.ts';
import { badInput } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import type { Db } from '#server/database/db.ts';
import type { Slots, Values } from '#server/resource/slot.ts';
import { pvInverter } from './pvInverter.ts';
import { pvPlant } from './pvPlant.ts';
import { storageStation } from './storageStation.ts';
import { storageUnit } from './storageUnit.ts';

/** Every row that an asset names is of its enterprise: an operator sees the rows of all. */
async function checkOwner(trx: Db, resource: Resource, row: Values): Promise<void> {
  for (const [name, field] of fieldsOf(resource)) {
    if (field.refers === undefined || name === 'consumerId' || row[name] == null) continue;
    const { rows } = await sql`select from ${sql.table(snake(field.refers))}
      where id = ${row[name]} and consumer_id = ${row['consumerId']}`.execute(trx);
    if (rows.length === 0)
      throw badInput(
        aboutField(field.label, { zh: '不属于该企业', en: 'it is not of this enterprise' }),
        name,
      );
  }
}

/** The fields that count energy are electricity meters. */
async function checkElectricity(
  trx: Db,
  resource: Resource,
  row: Values,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    if (row[name] == null) continue;
    const { rows } = await sql<{ dataType: string | null }>`
      select data_type as "dataType" from ammeter where id = ${row[name]}`.execute(trx);
    const field = resource.fields[name];
    if (field && rows[0]?.dataType !== ENERGY.electricity)
      throw badInput(
        aboutField(field.label, { zh: '须为电表', en: 'it must be an electricity meter' }),
        name,
      );
  }
}

/** What is asked of every asset before it is saved: what it names is of its enterprise, and its meters count electricity. */
export function assetSlots(
  resource: Resource,
  meters: readonly string[],
  more?: (trx: Db, row: Values) => void | Promise<void>,
): Slots {
  return {
    beforeSave: async ({ trx }, values, before) => {
      const row = { ...before, ...values };
      await checkOwner(trx, resource, row);
      await checkElectricity(trx, resource, row, meters);
      await more?.(trx, row);
    },
  };
}

export const storageStationSlots = assetSlots(
  storageStation,
  ['stationMeterId', 'gridMeterId'],
  (_trx, row) => {
    const { chargeEfficiency, dischargeEfficiency, socMax, socMin } = storageStation.fields;
    if (Number(row['socMin']) >= Number(row['socMax']))
      throw badInput(
        aboutField(socMax.label, {
          zh: `须高于“${socMin.label.zh}”`,
          en: `it must be above “${socMin.label.en}”`,
        }),
        'socMax',
      );
    for (const [name, field] of Object.entries({ chargeEfficiency, dischargeEfficiency }))
      if (Number(row[name]) === 0)
        throw badInput(aboutField(field.label, { zh: '不能为 0', en: 'may not be 0' }), name);
  },
);

export const storageUnitSlots = assetSlots(storageUnit, ['ammeterId'], async (trx, row) => {
  if (row['parentId'] == null) return;
  const { label } = storageUnit.fields.parentId;
  const { rows } = await sql`select from storage_unit
    where id = ${row['parentId']} and station_id = ${row['stationId']} and unit_type = 'PCS'`.execute(trx);
  if (row['unitType'] !== 'battery' || rows.length === 0)
    throw badInput(
      aboutField(label, {
        zh: '只有电池簇可填，且须为同一电站的变流器',
        en: 'only of a battery cluster, and a converter of the same station',
      }),
      'parentId',
    );
});

export const pvPlantSlots = assetSlots(pvPlant, ['ammeterId', 'gridMeterId']);

export const pvInverterSlots = assetSlots(pvInverter, ['ammeterId']);
