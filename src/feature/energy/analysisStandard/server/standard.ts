import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { recordChange } from '#server/resource/audit.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import type { Subject } from '#feature/meters/subject/contract.ts';
import type { Standard } from '../contract.ts';

const COLUMNS = {
  demandStandard: 'demand_standard',
  demandMax: 'demand_max',
  demandSecond: 'demand_second',
  voltageLevel: 'voltage_level',
  voltageNominal: 'voltage_nominal',
  voltageUpper: 'voltage_upper',
  voltageLower: 'voltage_lower',
  currentLimit: 'current_limit',
  powerStandard: 'power_standard',
  balanceStandard: 'balance_standard',
} as const satisfies Record<keyof Standard, string>;

const NAMES = Object.keys(COLUMNS) as (keyof Standard)[];

/** No standard of its own. */
const NO_STANDARD: Standard = {
  demandStandard: null,
  demandMax: null,
  demandSecond: null,
  voltageLevel: null,
  voltageNominal: null,
  voltageUpper: null,
  voltageLower: null,
  currentLimit: null,
  powerStandard: null,
  balanceStandard: null,
};

interface Row extends Standard {
  readonly id: number;
}

/** As the database tells it: decimals are text. */
type Stored = { readonly [N in Exclude<keyof Row, 'voltageLevel'>]: string | number | null } & Pick<
  Row,
  'voltageLevel'
>;

const numberOf = (stored: string | number | null): number | null => (stored === null ? null : Number(stored));

const keyOf = ({ orgId, dataAmmeterId }: Pick<Subject, 'orgId' | 'dataAmmeterId'>) =>
  dataAmmeterId === null ? sql`org_id = ${orgId}` : sql`ammeter_id = ${dataAmmeterId}`;

async function rowOf(trx: Db, subject: Pick<Subject, 'orgId' | 'dataAmmeterId'>): Promise<Row | null> {
  const columns = sql.raw(NAMES.map((name) => `${COLUMNS[name]} as "${name}"`).join(', '));
  const { rows } = await sql<Stored>`
    select id, ${columns} from analysis_standard where ${keyOf(subject)}`.execute(trx);
  const [row] = rows;
  if (!row) return null;
  return {
    id: Number(row.id),
    demandStandard: numberOf(row.demandStandard),
    demandMax: numberOf(row.demandMax),
    demandSecond: numberOf(row.demandSecond),
    voltageLevel: row.voltageLevel,
    voltageNominal: numberOf(row.voltageNominal),
    voltageUpper: numberOf(row.voltageUpper),
    voltageLower: numberOf(row.voltageLower),
    currentLimit: numberOf(row.currentLimit),
    powerStandard: numberOf(row.powerStandard),
    balanceStandard: numberOf(row.balanceStandard),
  };
}

/** The standard of an object; nothing where the scope shows none. */
export const standardOf = async (
  trx: Db,
  subject: Pick<Subject, 'orgId' | 'dataAmmeterId'>,
): Promise<Standard> => {
  const { id: _, ...standard } = (await rowOf(trx, subject)) ?? { id: 0, ...NO_STANDARD };
  return standard;
};

/** Sets a part of the standard of an object and writes down who did. */
export async function setStandard(
  call: SlotCall,
  subject: Pick<Subject, 'orgId' | 'dataAmmeterId' | 'consumerId'>,
  part: Partial<Standard>,
): Promise<Standard> {
  const { trx } = call;
  const { consumerId, orgId, dataAmmeterId } = subject;
  const before = await rowOf(trx, subject);
  if (!before)
    await sql`insert into analysis_standard (consumer_id, org_id, ammeter_id)
      values (${consumerId}, ${dataAmmeterId === null ? orgId : null}, ${dataAmmeterId})
      on conflict do nothing`.execute(trx);
  const sets = NAMES.filter((name) => part[name] !== undefined).map(
    (name) => sql`${sql.ref(COLUMNS[name])} = ${part[name]}`,
  );
  await sql`update analysis_standard set changed_at = now()${sets.length > 0 ? sql`, ${sql.join(sets)}` : sql``}
    where ${keyOf(subject)}`.execute(trx);
  const after = await rowOf(trx, subject);
  const reported = (row: Row | null) => row && { ...row, consumerId, orgId, ammeterId: dataAmmeterId };
  await recordChange(
    call,
    { name: 'analysisStandard', scope: 'consumerId' },
    before ? 'edit' : 'add',
    reported(before),
    reported(after),
  );
  return standardOf(trx, subject);
}
