import { sql } from 'kysely';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import type { Db } from '#server/database/db.ts';
import type { FactorUnit } from '#contract/registerMap.ts';

/** A value of a shipped model: data code, SunSpec point, unit where it differs from the code's, scale. */
type Row = readonly [dataCode: string, point: string, unit?: FactorUnit | null, scale?: string];

interface ShippedModel {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly remark: string;
  readonly rows: readonly Row[];
}

const PHASES: readonly Row[] = [
  ['IA', '203.AphA'],
  ['IB', '203.AphB'],
  ['IC', '203.AphC'],
  ['UA', '203.PhVphA'],
  ['UB', '203.PhVphB'],
  ['UC', '203.PhVphC'],
  ['FR', '203.Hz'],
];

/** Energy and power of a meter: what it imports counts forward, and power that is imported is above 0. */
const METER: readonly Row[] = [
  ['PP', '203.TotWhImp', 'Wh'],
  ['RP', '203.TotWhExp', 'Wh'],
  ['PZ', '203.W', 'W'],
  ['QZ', '203.VAR', 'var'],
  ['SZ', '203.VA', 'VA'],
];

/** Models of devices that speak SunSpec. Signs are ours: what flows into a battery is above 0 (decision 195). */
export const SHIPPED_MODELS: readonly ShippedModel[] = [
  {
    code: 'SUNSPEC-METER',
    name: 'SunSpec 电表',
    nameEn: 'SunSpec meter',
    remark: '型号 201–204、211–214；功率为正表示输入',
    rows: [...METER, ['PA', '203.WphA', 'W'], ['PB', '203.WphB', 'W'], ['PC', '203.WphC', 'W'], ...PHASES],
  },
  {
    code: 'SUNSPEC-PV',
    name: 'SunSpec 光伏逆变器',
    nameEn: 'SunSpec PV inverter',
    remark: '型号 101–103、111–113；发电为正向',
    rows: [
      ['PP', '103.WH', 'Wh'],
      ['PZ', '103.W', 'W'],
      ['QZ', '103.VAr', 'var'],
      ['SZ', '103.VA', 'VA'],
      ['FZ', '103.PF', null, '0.01'],
      ['IA', '103.AphA'],
      ['IB', '103.AphB'],
      ['IC', '103.AphC'],
      ['UA', '103.PhVphA'],
      ['UB', '103.PhVphB'],
      ['UC', '103.PhVphC'],
      ['FR', '103.Hz'],
      ['DCV', '103.DCV'],
      ['DCI', '103.DCA'],
      ['DCP', '103.DCW', 'W'],
      ['PST', '103.St'],
    ],
  },
  {
    code: 'SUNSPEC-PCS',
    name: 'SunSpec 储能变流器',
    nameEn: 'SunSpec storage converter',
    remark: '型号 103 或 113、203 或 213（电能）；充电为正向，逆变器的放电功率取负',
    rows: [...METER, ...PHASES, ['DCV', '103.DCV'], ['DCP', '103.DCW', 'W', '-1'], ['PST', '103.St']],
  },
  {
    code: 'SUNSPEC-DER',
    name: 'SunSpec 储能变流器（IEEE 1547-2018）',
    nameEn: 'SunSpec storage converter (IEEE 1547-2018)',
    remark: '型号 701；充电为正向，馈出功率取负',
    rows: [
      ['PP', '701.TotWhAbs', 'Wh'],
      ['RP', '701.TotWhInj', 'Wh'],
      ['PZ', '701.W', 'W', '-1'],
      ['QZ', '701.Var', 'var', '-1'],
      ['SZ', '701.VA', 'VA'],
      ['IA', '701.AL1'],
      ['IB', '701.AL2'],
      ['IC', '701.AL3'],
      ['UA', '701.VL1'],
      ['UB', '701.VL2'],
      ['UC', '701.VL3'],
      ['FR', '701.Hz'],
      ['PST', '701.St'],
    ],
  },
  {
    code: 'SUNSPEC-BATTERY',
    name: 'SunSpec 锂电池',
    nameEn: 'SunSpec lithium battery',
    remark: '型号 802、803；设备以放电为正，故电流与功率取负',
    rows: [
      ['SOC', '802.SoC'],
      ['SOH', '802.SoH'],
      ['BVX', '802.CellVMax'],
      ['BVN', '802.CellVMin'],
      ['BTX', '803.ModTmpMax'],
      ['BTN', '803.ModTmpMin'],
      ['DCV', '802.V'],
      ['DCI', '802.A', null, '-1'],
      ['DCP', '802.W', 'W', '-1'],
      ['PST', '802.State'],
    ],
  },
];

// A list that a later version ships gets a seal of its own: nothing comes back that a person deleted.
const SEAL = 'shippedModels1';

/** Adds the device models that the product brings along with their register maps, once. A code that people took stays theirs. */
export async function shipModels(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`insert into setting (name, value) values (${SEAL}, 'true')
      on conflict (name) do nothing returning name`.execute(trx);
    if (rows.length === 0) return;
    for (const model of SHIPPED_MODELS) await shipModel(trx, model);
  });
}

async function shipModel(trx: Db, { code, name, nameEn, remark, rows }: ShippedModel): Promise<void> {
  const made = await sql<{ id: number }>`
    insert into device_model (device_model_name, device_model_name_en, device_model_code, device_type, protocol, remark)
    values (${name}, ${nameEn}, ${code}, ${DEVICE_TYPE.electricityMeter}, '4', ${remark})
    on conflict (device_model_code) do nothing returning id`.execute(trx);
  const id = made.rows[0]?.id;
  if (id === undefined) return;
  await sql`
    insert into register_map (device_model_id, data_code, register_address, read_function, value_type, word_order, unit, scale)
    select ${id}, data_code, point, '3', 'u16', 'ABCD', unit, scale::numeric
    from unnest(${rows.map(([dataCode]) => dataCode)}::text[], ${rows.map(([, point]) => point)}::text[],
      ${rows.map(([, , unit]) => unit ?? null)}::text[], ${rows.map(([, , , scale]) => scale ?? '1')}::text[])
      as r (data_code, point, unit, scale)`.execute(trx);
}
