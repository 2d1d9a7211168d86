import { ACCOUNT } from '#contract/accountType.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { resourceOf } from '#resource/index.ts';
import { inUse, passwordFits, setPassword } from '#feature/house/session/server/public.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { addRow } from '#server/resource/write.ts';
import type { Caller, Services } from '#server/route.ts';
import { campus, type PlantDesign, steel } from '../../../../../simulator/public.ts';
import { isComplete } from './state.ts';

const SAMPLE_FILE = 'steel_industry_15min_2018.csv';
/**
 * A real plant's year, there where its file is: an enterprise of its own, whose figures stay apart from the simulated ones.
 * The steel plant's manager has it beside their own, as whoever looks after several enterprises.
 */
const SAMPLE = {
  orgCode: 'sample',
  orgName: '样例钢厂',
  orgNameEn: 'Sample steel plant',
  remark: '2018',
};

/** Nothing that is written here starts a task or reads a setting. */
const NO_SERVICES = new Proxy({} as Services, {
  get: (_, key) => {
    throw new Error(`entering the demonstration's accounts has no service ${String(key)}`);
  },
});

/** The file with a real plant's year; undefined where there is none. */
export function sampleFileOf({ sampleDir }: Pick<Config, 'sampleDir'>): string | undefined {
  const path = sampleDir === undefined ? undefined : join(sampleDir, SAMPLE_FILE);
  return path !== undefined && existsSync(path) ? path : undefined;
}

/**
 * Enters the enterprises and the accounts of the demonstration, so that whoever reads their names can log in; what is
 * there already stays, and a password that somebody has chosen too. Does nothing once the demonstration is complete:
 * what was deleted since stays deleted.
 */
export async function enterAccounts(system: Db, config: Pick<Config, 'sampleDir'>): Promise<void> {
  if (await isComplete(system)) return;
  const operator = await operatorOf(system);
  if (!operator) return;
  const people = await system.transaction().execute(async (trx) => {
    const call: SlotCall = { trx, caller: operator, services: NO_SERVICES, language: 'zh' };
    const plants: [design: PlantDesign, consumerId: number][] = [];
    for (const design of [steel, campus])
      plants.push([design, await ensure(call, 'consumer', 'orgCode', enterpriseOf(design))]);
    // After them: a person with several enterprises begins with the first that was entered.
    const sample =
      sampleFileOf(config) === undefined ? [] : [await ensure(call, 'consumer', 'orgCode', SAMPLE)];
    const ids: [name: string, id: number][] = [];
    for (const [design, consumerId] of plants) {
      const more = design === steel ? sample : [];
      ids.push([design.code, await ensureAccount(call, design.code, MANAGER, [consumerId, ...more])]);
      if (design !== steel) continue;
      for (const [code, person] of Object.entries(STAFF))
        ids.push([code, await ensureAccount(call, code, person, [consumerId])]);
    }
    return ids;
  });
  for (const [name, id] of people) {
    const { rows } = await sql`select 1 from employee_secret where employee_id = ${id}`.execute(system);
    if (rows.length === 0) await setPassword(system, id, passwordOf(name));
  }
}

/** The accounts with which one may log in now, each as `name / password`. */
export async function openAccounts(system: Db): Promise<string[]> {
  const names = await withKnownPassword(system, inUse);
  return names.map((name) => `${name} / ${passwordOf(name)}`);
}

/** The user names whose password is still the demonstration's, also of accounts that are out of use now. */
export const knownPasswords = (system: Db): Promise<string[]> => withKnownPassword(system, sql`true`);

/** Those of the demonstration's user names whose password nobody has changed, of the accounts `e` for which `holds`. */
async function withKnownPassword(system: Db, holds: RawBuilder<unknown>): Promise<string[]> {
  const names = ['operator', steel.code, campus.code, ...Object.keys(STAFF)];
  const { rows } = await sql<{ name: string; hash: string }>`
    select e.user_name as name, s.password_hash as hash
    from org_employee e join employee_secret s on s.employee_id = e.id
    where e.user_name = any (${names}) and ${holds}`.execute(system);
  const fits = await Promise.all(rows.map(({ name, hash }) => passwordFits(passwordOf(name), hash)));
  const known = new Set(rows.filter((_, i) => fits[i]).map(({ name }) => name));
  return names.filter((name) => known.has(name));
}

/** In whose name the demonstration is entered: an operator in use. Undefined where there is none. */
export async function operatorOf(system: Db): Promise<Caller | undefined> {
  const { rows } = await sql<Pick<Caller, 'employeeId' | 'userName' | 'name'>>`
    select id as "employeeId", user_name as "userName", name from org_employee
    where account_type = '1' and state = '1' and (expired_time is null or expired_time >= current_date)
    order by user_name = 'operator' desc, id limit 1`.execute(system);
  const { rows: codes } = await sql<{ code: string }>`select fun_code as code from fun`.execute(system);
  return (
    rows[0] && {
      ...rows[0],
      accountType: ACCOUNT.operator,
      scope: 'all',
      funCodes: new Set(codes.map(({ code }) => code)),
    }
  );
}

const passwordOf = (name: string): string => `${name}-demo`;

const enterpriseOf = (design: PlantDesign) => ({
  orgCode: design.code,
  orgName: design.name,
  industryId: design.industryId,
  areaCode: design.areaCode,
  address: design.address,
  orgNameEn: design.nameEn,
});

/** An account of the demonstration: what it is called, in English too, and the codes of its roles. */
interface Person {
  readonly name: string;
  readonly nameEn: string;
  readonly roles: readonly string[];
}

const MANAGER: Person = {
  name: '能源主管',
  nameEn: 'Energy manager',
  roles: ['enterprise', 'accountAdmin'],
};

/** People of the steel plant by user name, each with the shipped role of that name and its home. */
const STAFF: Readonly<Record<string, Person>> = {
  electrician: { name: '值班电工', nameEn: 'Duty electrician', roles: ['electrician'] },
  accountant: { name: '核算会计', nameEn: 'Accountant', roles: ['accountant'] },
  inspector: { name: '计量检定员', nameEn: 'Metering inspector', roles: ['inspector'] },
};

async function ensureAccount(
  call: SlotCall,
  userName: string,
  { name, nameEn, roles }: Person,
  consumerIds: readonly number[],
): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select id from org_role where role_code = any (${roles})`.execute(call.trx);
  return ensure(call, 'orgEmployee', 'userName', {
    userName,
    name,
    accountType: ACCOUNT.enterprise,
    consumerId: consumerIds[0],
    consumerIdList: consumerIds,
    roleIdList: rows.map(({ id }) => id),
    nameEn,
  });
}

/** The id of the row with this key; added where there is none. */
async function ensure(
  call: SlotCall,
  name: 'consumer' | 'orgEmployee',
  key: 'orgCode' | 'userName',
  values: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { rows } =
    name === 'consumer'
      ? await sql<{ id: number }>`select id from consumer where org_code = ${values[key]}`.execute(call.trx)
      : await sql<{ id: number }>`select id from org_employee where user_name = ${values[key]}`.execute(
          call.trx,
        );
  return rows[0]?.id ?? (await addRow(call, resourceOf(name), values)).id;
}
