import { sql } from 'kysely';
import { fieldsOf, snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { ENERGY } from '#contract/energyType.ts';
import { badInput, conflict } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import type { Db } from '#server/database/db.ts';
import type { JsonRow, SlotCall, Slots, Values } from '#server/resource/slot.ts';
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

const IN_USE = '1';

/**
 * What these fields name together no other asset in use names: energy would be settled twice, a device told two plans. Rows
 * that did before stay until one of these fields is written.
 */
async function checkAlone(
  { trx, importId }: SlotCall,
  resource: Resource,
  row: Values,
  before: JsonRow | null,
  names: readonly string[],
): Promise<void> {
  if (row['state'] !== IN_USE || names.some((name) => row[name] == null || row[name] === '')) return;
  if (before && ['state', ...names].every((name) => before[name] === row[name])) return;
  const table = snake(resource.name);
  // Two at once would not see each other; an import holds its rows already, so it waits for nobody.
  if (importId === undefined)
    await sql`select pg_advisory_xact_lock(hashtext(${table}), hashtext(${names.map((name) => String(row[name])).join()}))`.execute(
      trx,
    );
  const title = snake(resource.title);
  const same = names.map((name) => sql`${sql.ref(snake(name))} = ${row[name]}`);
  const { rows } = await sql<{ name: string }>`
    select shown_name(${sql.ref(title)}, ${sql.ref(`${title}_en`)}) as name from ${sql.table(table)}
    where state = ${IN_USE} and id is distinct from ${before?.id ?? null}::integer and ${sql.join(same, sql` and `)}
    order by id limit 1`.execute(trx);
  const [field, name] = [resource.fields[names.at(-1) ?? ''], rows[0]?.name];
  if (field && name !== undefined)
    throw conflict(
      aboutField(field.label, { zh: `已由在用的“${name}”使用`, en: `“${name}”, which is in use, has it` }),
      names.at(-1),
    );
}

/** What is asked of every asset before it is saved: what it names is of its enterprise, and its meters count electricity. */
export function assetSlots(
  resource: Resource,
  meters: readonly string[],
  more?: (call: SlotCall, row: Values, before: JsonRow | null) => void | Promise<void>,
): Slots {
  return {
    beforeSave: async (call, values, before) => {
      const row = { ...before, ...values };
      await checkOwner(call.trx, resource, row);
      await checkElectricity(call.trx, resource, row, meters);
      await more?.(call, row, before);
    },
  };
}

export const storageStationSlots = assetSlots(
  storageStation,
  ['stationMeterId', 'gridMeterId'],
  async (call, row, before) => {
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
    for (const names of [['stationMeterId'], ['gatewayId', 'deviceName']])
      await checkAlone(call, storageStation, row, before, names);
  },
);

export const storageUnitSlots = assetSlots(storageUnit, ['ammeterId'], async ({ trx }, row) => {
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

export const pvPlantSlots = assetSlots(pvPlant, ['ammeterId', 'gridMeterId'], (call, row, before) =>
  checkAlone(call, pvPlant, row, before, ['ammeterId']),
);

export const pvInverterSlots = assetSlots(pvInverter, ['ammeterId']);
