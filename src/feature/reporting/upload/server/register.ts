import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import type { Language, Text } from '#contract/text.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { halfIn, inBoth } from '#contract/inBoth.ts';
import { addressesIn, sentLevel, toldA, toldB, unitsIn, wallOf } from '../domain/told.ts';
import { encryptPassword, hasSm4, keepAddresses, keepSecrets, secretsOf } from './secret.ts';
import { sameHost } from './http.ts';
import { platformById } from './platform.ts';
import type { Subject } from './receipt.ts';
import { type AnswerA, readA, readB, step, type Talk, urlOf } from './talk.ts';

const KEY_LIFE_MS = DAY_MS;
/** A key that ends sooner than this is renewed first. */
const KEY_SOON_MS = 60_000;

const subjectOf = ({ platform }: Talk, topic: Subject['topic'], about: string): Subject => ({
  consumerId: platform.consumerId,
  platformId: platform.id,
  recordId: null,
  detailId: null,
  topic,
  about,
  attempt: 1,
});

/** Takes the platform as it is kept now into the conversation. */
async function refresh(talk: Talk): Promise<void> {
  talk.platform = (await platformById(talk.db, talk.platform.id)) ?? talk.platform;
  talk.secrets = await secretsOf(talk.db, talk.config, talk.platform.id);
}

const codeOf = ({ platform }: Talk): string => {
  if (platform.enterpriseCode !== null) return platform.enterpriseCode;
  throw conflict({
    zh: '企业注册信息未填写：没有统一社会信用代码',
    en: 'The enterprise registration is not filled in: there is no credit code',
  });
};

const sentence = (what: Text, said: { message: string | null; code: string | null }): Text => {
  const why = (language: Language): string =>
    [said.code, halfIn(said.message, language)].filter(Boolean).join(' ');
  return { zh: `${what.zh}：${why('zh') || '无应答'}`, en: `${what.en}: ${why('en') || 'no answer'}` };
};

const ask = (talk: Talk, path: string, topic: Subject['topic'], body: object): Promise<AnswerA> =>
  step(talk, {
    url: urlOf(talk, path),
    body: JSON.stringify(body),
    subject: subjectOf(talk, topic, path),
    read: readA,
  });

/** The fields of the registration as the platforms want them, of the archive's first tab. */
async function enterpriseFields(talk: Talk): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`select
    cmp_name as "cmpName", address, zip_code as "zipCode", corporation_name as "corporationName",
    register_address as "registerAddress", register_date::text as "registerDate", register_principal as "registerPrincipal",
    type_code as "typeCode", industry_code as "industryCode", region_code as "regionCode", field_code as "fieldCode",
    energy_consume_level as "energyConsumeLevel", center, jgzh, latitude::text as latitude, longitude::text as longitude,
    phone, fax, email, url, production_line as "productionLine", leading_product as "leadingProduct",
    group_name as "groupName", group_address as "groupAddress", org_type as "orgType", org_code as "orgCode", isorg
    from enterprise_info where consumer_id = ${talk.platform.consumerId} limit 1`.execute(talk.db);
  const row = rows[0] ?? {};
  return { ...row, energyConsumeLevel: sentLevel(row['energyConsumeLevel'] as string | null) };
}

/**
 * Keeps the addresses that lead to the platform's own host; another is not used, and said. A reply is no reason to send
 * figures somewhere else.
 */
async function takeAddresses(talk: Talk, data: Readonly<Record<string, unknown>>): Promise<void> {
  const told = Object.entries(addressesIn(data));
  const good = told.filter(([, url]) => sameHost(url, talk.platform.baseUrl));
  if (good.length > 0)
    await keepAddresses(talk.db, talk.platform.id, {
      ...talk.secrets.addresses,
      ...Object.fromEntries(good),
    });
  const bad = told.find(([, url]) => !sameHost(url, talk.platform.baseUrl));
  if (bad) {
    const text = inBoth({
      zh: `平台应答给出的地址 ${bad[0]} 指向其他主机，未采用`,
      en: `The address ${bad[0]} in a reply leads to another host and is not used`,
    });
    await sql`update platform_info set last_fault = ${text} where id = ${talk.platform.id}`.execute(talk.db);
    talk.log.warn(
      `Platform ${talk.platform.id}: an address of another host was told and is not used (${bad[0]})`,
    );
  }
}

/**
 * A new access key by protocol A; the token is kept sealed. False where the platform gives none.
 * @throws Fault 409 where password or SM4 are missing
 */
export async function requestKey(talk: Talk): Promise<boolean> {
  const enterpriseCode = codeOf(talk);
  const said = await ask(talk, '/requestAK', 'key', {
    enterpriseCode,
    password: passwordOf(talk, enterpriseCode),
  });
  const data = toldA.parse(said.data);
  if (said.outcome !== 'accepted' || !data.token) return false;
  const wall = wallOf(data.akValidAt);
  const until = wall === null ? Date.now() + KEY_LIFE_MS : talk.platform.zone.instantOf(wall);
  await keepSecrets(talk.db, talk.config, talk.platform.id, { token: data.token });
  await sql`update platform_info set key_until = ${new Date(until)} where id = ${talk.platform.id}`.execute(
    talk.db,
  );
  await refresh(talk);
  return true;
}

function passwordOf({ secrets }: Talk, enterpriseCode: string): string {
  const { password, workKey } = secrets;
  if (password === null)
    throw conflict({ zh: '未设置平台密码', en: 'The password of the platform is not set' }, 'password');
  if (workKey === null)
    throw conflict({ zh: '没有工作密钥，请先注册', en: 'There is no work key: register first' });
  if (!hasSm4())
    throw conflict({
      zh: '本机的 OpenSSL 不支持 SM4，协议 A 无法加密密码',
      en: 'OpenSSL of this machine has no SM4, which protocol A encrypts the password with',
    });
  try {
    return encryptPassword(password, workKey, enterpriseCode);
  } catch {
    throw badInput({ zh: '密码或工作密钥的长度不符合协议', en: 'Password or work key are not of the length of the protocol' }, 'password'); // prettier-ignore
  }
}

/** A key that is good for a while; asks for one where there is none. */
export async function ensureKey(talk: Talk): Promise<boolean> {
  if (talk.platform.protocol === 'B') return true;
  const { keyUntil } = talk.platform;
  if (talk.secrets.token !== null && keyUntil !== null && keyUntil - Date.now() > KEY_SOON_MS) return true;
  return requestKey(talk);
}

/** Asks for the versions; where that of the lists moved, takes the units anew. @returns whether the platform answered */
export async function checkVersions(talk: Talk): Promise<boolean> {
  if (talk.platform.protocol === 'B') return true;
  const asked = { enterpriseCode: codeOf(talk), regVersion: talk.platform.regVersion ?? '', dicVersion: talk.platform.dicVersion ?? '' }; // prettier-ignore
  let said = await ask(talk, '/checkVersion', 'version', asked);
  if (said.outcome === 'keyExpired' && (await requestKey(talk)))
    said = await ask(talk, '/checkVersion', 'version', asked);
  if (said.outcome !== 'accepted') return false;
  const { regVersion, dicVersion } = toldA.parse(said.data);
  const moved = (dicVersion ?? null) !== talk.platform.dicVersion;
  await sql`update platform_info set reg_version = coalesce(${regVersion ?? null}, reg_version)
    where id = ${talk.platform.id}`.execute(talk.db);
  if (moved) await takeUnits(talk, dicVersion ?? null);
  await refresh(talk);
  return true;
}

/** Takes list 8; its version counts as ours only when the list came. */
async function takeUnits(talk: Talk, dicVersion: string | null): Promise<void> {
  const { id, consumerId } = talk.platform;
  const said = await step(talk, {
    url: urlOf(talk, '/dataDownload', 'loadBaseDataURL'),
    body: JSON.stringify({ enterpriseCode: codeOf(talk), itemIndex: 8 }),
    subject: subjectOf(talk, 'list', '/dataDownload 8'),
    read: readA,
  });
  if (said.outcome !== 'accepted') return;
  const units = unitsIn(said.data);
  await talk.db.transaction().execute(async (trx) => {
    if (units.length > 0) {
      await sql`delete from upload_list_unit where platform_id = ${id}`.execute(trx);
      await sql`insert into upload_list_unit (platform_id, consumer_id, code, unit, decimals, ratio)
        select distinct on (code) ${id}, ${consumerId}, code, unit, decimals, ratio::numeric
        from unnest(${units.map((u) => u.code)}::text[], ${units.map((u) => u.unit)}::text[],
          ${units.map((u) => u.decimals)}::integer[], ${units.map((u) => u.ratio)}::text[]) u (code, unit, decimals, ratio)
        `.execute(trx);
    }
    await sql`update platform_info set dic_version = ${dicVersion} where id = ${id}`.execute(trx);
  });
}

/** Registers by the platform's protocol and keeps what it answers. @throws Fault 409 telling what the platform said */
export async function register(talk: Talk): Promise<void> {
  await (talk.platform.protocol === 'A' ? registerA(talk) : registerB(talk));
  await refresh(talk);
}

async function refused(
  talk: Talk,
  what: Text,
  said: { message: string | null; code: string | null },
): Promise<never> {
  const text = sentence(what, said);
  await sql`update platform_info set register_state = case when register_state = 'registered' then register_state
    else 'refused' end, last_fault = ${inBoth(text)} where id = ${talk.platform.id}`.execute(talk.db);
  throw conflict(text);
}

async function registerA(talk: Talk): Promise<void> {
  const enterpriseCode = codeOf(talk);
  const first = await ask(talk, '/enterpriseInfo/rwk', 'key', { enterpriseCode });
  const { secretKey } = toldA.parse(first.data);
  if (first.outcome !== 'accepted' || !secretKey)
    return refused(talk, { zh: '未取得工作密钥', en: 'No work key was given' }, first);
  await keepSecrets(talk.db, talk.config, talk.platform.id, { workKey: secretKey });
  await refresh(talk);
  const known = talk.platform.registered && talk.platform.deviceId !== null;
  const said = await ask(talk, known ? '/enterpriseInfo/update' : '/enterpriseInfo/apply', 'register', {
    enterpriseCode,
    ...(known ? { dataIndex: talk.platform.deviceId } : {}),
    ...(await enterpriseFields(talk)),
    password: passwordOf(talk, enterpriseCode),
  });
  if (said.outcome !== 'accepted' && said.outcome !== 'duplicate')
    return refused(talk, { zh: '注册未被接受', en: 'The registration was not accepted' }, said);
  const { dataIndex } = toldA.parse(said.data);
  await sql`update platform_info set register_state = 'registered', device_id = coalesce(${dataIndex ?? null}, device_id)
    where id = ${talk.platform.id}`.execute(talk.db);
  await refresh(talk);
  if (!(await requestKey(talk)))
    return refused(
      talk,
      { zh: '已注册，但未取得访问密钥', en: 'Registered, but no access key was given' },
      said,
    );
  await checkVersions(talk);
  const urls = await ask(talk, '/platformAccessURL', 'register', { enterpriseCode });
  if (urls.outcome === 'accepted') await takeAddresses(talk, urls.data);
}

async function registerB(talk: Talk): Promise<void> {
  const enterpriseCode = codeOf(talk);
  const { rows } = await sql<{ region: string }>`select region_code as region from enterprise_info
    where consumer_id = ${talk.platform.consumerId} limit 1`.execute(talk.db);
  const said = await step(talk, {
    url: urlOf(talk, '/register'),
    body: JSON.stringify({ enterpriseCode, region: rows[0]?.region ?? '' }),
    subject: subjectOf(talk, 'register', '/register'),
    read: readB,
  });
  const { deviceId } = toldB.parse(said.data);
  if (said.outcome !== 'accepted' || !deviceId)
    return refused(talk, { zh: '注册未被接受', en: 'The registration was not accepted' }, said);
  await sql`update platform_info set register_state = 'registered', device_id = ${deviceId}
    where id = ${talk.platform.id}`.execute(talk.db);
  await refresh(talk);
  await takeAddresses(talk, said.data);
}
