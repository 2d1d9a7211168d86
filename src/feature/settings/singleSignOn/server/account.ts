import { ACCOUNT, type AccountType } from '#contract/accountType.ts';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { orgEmployee } from '#resource/sys/orgEmployee.ts';
import {
  closeSessionsOf,
  factorState,
  forgetPassword,
  isEnterpriseOff,
  noteEvent,
} from '#feature/house/session/server/public.ts';
import { addAccount, withdrawInvitation } from '#feature/settings/account/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { recordChange } from '#server/resource/audit.ts';
import type { Call, Caller } from '#server/route.ts';
import type { SingleSignOnConfig } from '#server/singleSignOnConfig.ts';
import { hasSecondFactor } from '../domain/claim.ts';
import { type Grant, type Mapping, grantOf, rolesAfter } from '../domain/grant.ts';
import { personOf } from '../domain/person.ts';
import type { Vouched } from './provider.ts';
import { Refusal } from './refusal.ts';

interface Account {
  readonly id: number;
  readonly userName: string;
  readonly accountType: AccountType;
  readonly consumerId: number | null;
  readonly consumerIds: readonly number[];
  readonly roleIds: readonly number[];
  readonly usable: boolean;
}

interface Link {
  readonly employeeId: number;
  readonly made: boolean;
  readonly given: readonly number[];
}

const columns = sql`e.id, e.user_name as "userName", e.account_type as "accountType", e.consumer_id as "consumerId",
  coalesce(e.consumer_id_list, '{}') as "consumerIds", coalesce(e.role_id_list, '{}') as "roleIds",
  e.state = '1' and (e.expired_time is null or e.expired_time >= current_date) as usable`;

/** The mappings in use, in their order; roles that are gone give nothing. */
async function mappings(trx: Db): Promise<readonly Mapping[]> {
  const { rows } = await sql<Mapping>`
    select m.group_name as "groupName", m.claim_name as "claimName", m.consumer_id as "consumerId",
      array(select r.id from org_role r where r.id = any (m.role_id_list)) as "roleIds"
    from sign_on_mapping m where m.state = '1' order by m.ix, m.id`.execute(trx);
  return rows;
}

/** The enterprise of mappings that name none. */
export async function defaultEnterprise(trx: Db, code: string | undefined) {
  if (code === undefined) return null;
  const { rows } = await sql<{ id: number; name: string }>`
    select id, org_name as name from consumer where org_code = ${code} and state = '1'`.execute(trx);
  return rows[0] ?? null;
}

/** Refuses an account that nobody may enter this way. @throws Refusal */
function checkUse(account: Account): void {
  if (account.accountType === ACCOUNT.operator) throw new Refusal('operator', account.userName);
  if (!account.usable) throw new Refusal('accountOff', account.userName);
}

/** The account that was found or made, unless its enterprise is out of use. @throws Refusal */
async function entered(trx: Db, employeeId: number): Promise<number> {
  if (await isEnterpriseOff(trx, employeeId)) throw new Refusal('enterpriseOff');
  return employeeId;
}

/** The account that is here already and may be linked by the settings. @throws Refusal */
async function accountToLink(
  trx: Db,
  { link, issuer }: SingleSignOnConfig,
  { email, preferred }: ReturnType<typeof personOf>,
): Promise<Account | undefined> {
  const key = link === 'email' ? email : link === 'userName' ? preferred : null;
  if (key === null) return undefined;
  const column = link === 'email' ? sql`lower(e.email)` : sql`e.user_name`;
  const { rows } = await sql<Account & { linked: boolean }>`select ${columns},
      exists (select from sign_on_link l where l.issuer = ${issuer} and l.employee_id = e.id) as linked
    from org_employee e where ${column} = ${key} limit 2`.execute(trx);
  const [account] = rows;
  if (rows.length > 1) throw new Refusal('notClear');
  if (!account) return undefined;
  checkUse(account);
  if (account.linked) throw new Refusal('linkedElsewhere', account.userName);
  return account;
}

/** Who writes an account by what the groups say: the settings and the mapping, as an operator made them. */
async function mappingCaller(trx: Db, ip: string): Promise<Caller> {
  const { rows } = await sql<{ fun_code: string }>`select fun_code from fun`.execute(trx);
  const funCodes = new Set(rows.map((row) => row.fun_code));
  return {
    employeeId: 0,
    userName: 'OpenID Connect',
    name: '',
    accountType: ACCOUNT.operator,
    scope: 'all',
    funCodes,
    ip,
  };
}

type SignOnCall = Pick<Call<unknown>, 'services' | 'language' | 'request'>;

/** Makes the account of a person at the first sign-in. @throws Refusal, Fault */
async function makeAccount(
  trx: Db,
  call: SignOnCall,
  { subject, issuer, claims }: Vouched,
  grant: Grant,
): Promise<number> {
  const person = personOf(claims);
  const mark = createHash('sha256').update(`${issuer}\n${subject}`).digest('hex').slice(0, 12);
  const userName = person.userNames[0] ?? `sso-${mark}`;
  const { rows } = await sql`select 1 from org_employee where user_name = ${userName}`.execute(trx);
  if (rows.length > 0) throw new Refusal('nameTaken', userName);
  const row = await addAccount(
    {
      trx,
      caller: await mappingCaller(trx, call.request.ip),
      services: call.services,
      language: call.language,
    },
    {
      fields: {
        userName,
        name: person.name,
        accountType: ACCOUNT.enterprise,
        consumerId: grant.consumerId,
        ...(grant.otherIds.length > 0 ? { consumerIdList: grant.otherIds } : {}),
        ...(grant.roleIds.length > 0 ? { roleIdList: grant.roleIds } : {}),
        ...(person.email === null ? {} : { email: person.email }),
      },
      passwordHash: null,
      mustChange: false,
    },
  );
  return row.id;
}

/** Brings enterprise and roles of an account up to what the groups say, and writes down what changed. */
async function refresh(
  trx: Db,
  call: SignOnCall,
  account: Account,
  { made, given }: Link,
  grant: Grant | null,
): Promise<void> {
  const moved = made && grant !== null && grant.consumerId !== account.consumerId;
  const counts = grant !== null && (moved || grant.consumerId === account.consumerId);
  const granted = counts ? grant.roleIds : [];
  const after = {
    consumerId: moved ? grant.consumerId : account.consumerId,
    consumerIdList: made ? (grant?.otherIds ?? []) : account.consumerIds,
    // What was given by hand was given in the other enterprise.
    roleIdList: moved ? granted : rolesAfter(account.roleIds, given, granted),
  };
  const before = {
    consumerId: account.consumerId,
    consumerIdList: account.consumerIds,
    roleIdList: account.roleIds.toSorted((a, b) => a - b),
  };
  await sql`update sign_on_link set last_at = now(), role_id_list = ${granted}
    where employee_id = ${account.id}`.execute(trx);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  await sql`update org_employee set consumer_id = ${after.consumerId}, consumer_id_list = ${after.consumerIdList},
    role_id_list = ${after.roleIdList} where id = ${account.id}`.execute(trx);
  await recordChange(
    {
      trx,
      caller: await mappingCaller(trx, call.request.ip),
      services: call.services,
      language: call.language,
    },
    orgEmployee,
    'edit',
    { id: account.id, ...before },
    { id: account.id, ...after },
  );
}

/**
 * Ends the ways into an account that was here before its person came by the provider: somebody else may know its
 * password, or hold its invitation, and would have what the groups give. A password is set anew by whoever may.
 */
async function endOtherWays(trx: Db, { request }: SignOnCall, employeeId: number): Promise<void> {
  await forgetPassword(trx, employeeId);
  await closeSessionsOf(trx, employeeId);
  await withdrawInvitation(trx, employeeId);
  await noteEvent(trx, request, employeeId, 'linked');
}

/** Refuses a link to an account whose second factor would be passed by: its holder still has the password. @throws Refusal */
async function refuseWithoutFactor(trx: Db, account: Account): Promise<void> {
  const { on, required } = await factorState(trx, account.id);
  if (on || required) throw new Refusal('noSecondFactor', account.userName);
}

/**
 * The account that a person of the provider enters: the one linked, else one to be linked by the settings, else a new
 * one where the mapping gives something. Its enterprise and roles follow the groups.
 * @returns its id
 * @throws Refusal
 */
export async function accountOf(
  call: SignOnCall,
  config: SingleSignOnConfig,
  vouched: Vouched,
): Promise<number> {
  const { issuer, subject, claims } = vouched;
  return call.services.system.transaction().execute(async (trx) => {
    // Two first sign-ins at once make one account.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`single sign-on ${issuer} ${subject}`}, 0))`.execute(
      trx,
    );
    const { rows } = await sql<Account & Link>`
      select ${columns}, l.employee_id as "employeeId", l.made, l.role_id_list as given
      from sign_on_link l join org_employee e on e.id = l.employee_id
      where l.issuer = ${issuer} and l.subject = ${subject} for update of e`.execute(trx);
    const [linked] = rows;
    if (linked) checkUse(linked);
    const found = linked ?? (await accountToLink(trx, config, personOf(claims)));
    const grant = grantOf(await mappings(trx), claims, {
      groupsClaim: config.groupsClaim,
      defaultId: (await defaultEnterprise(trx, config.defaultEnterprise))?.id ?? null,
      own: found?.consumerId ?? null,
    });
    if (linked) {
      await refresh(trx, call, linked, linked, grant === 'noEnterprise' ? null : grant);
      return entered(trx, linked.id);
    }
    if (grant === null) throw new Refusal('noMapping');
    if (grant === 'noEnterprise') throw new Refusal('noEnterprise');
    if (found && grant.consumerId !== found.consumerId) throw new Refusal('otherEnterprise', found.userName);
    const id = found?.id ?? (await makeAccount(trx, call, vouched, grant));
    const link: Link = { employeeId: id, made: !found, given: [] };
    await sql`insert into sign_on_link (issuer, subject, employee_id, made, role_id_list)
      values (${issuer}, ${subject}, ${id}, ${link.made}, ${grant.roleIds})`.execute(trx);
    if (found) {
      await refresh(trx, call, found, link, grant);
      if (!hasSecondFactor(claims, config.secondFactor)) await refuseWithoutFactor(trx, found);
      await endOtherWays(trx, call, id);
    }
    return entered(trx, id);
  });
}
