import { DAY_MS } from '#domain/time/duration.ts';
import { utcDate } from '#domain/time/date.ts';
import type { PlantDesign } from '../plant/meter.ts';
import type { Desk, Row } from './desk.ts';

interface Place {
  readonly desk: Desk;
  readonly consumerId: number;
  readonly design: PlantDesign;
  readonly find: (resource: string, key: Readonly<Record<string, unknown>>) => Promise<Row | undefined>;
}

/** Which shop stands how to which, by their codes: `2` supplies, `3` serves (`orgRelation`). */
const RELATIONS = [
  ['DL', '2', 'LG', '循环水、氧气、压缩空气'],
  ['DL', '2', 'ZG', '循环水、压缩空气'],
  ['ZH', '3', 'DL', '能源计量与结算'],
] as const;

/** How many rows of a kind the plant may have: far beyond what it has. */
const LIMITS = [
  ['ammeter', 500],
  ['orgEmployee', 50],
] as const;

/** Who is answerable for which meter: `2` maintains it (`deviceAuthz`). */
const ANSWERABLE = [
  ['electrician', 'E-101', '2'],
  ['inspector', 'E-101', '1'],
] as const;

/**
 * Enters how the shops of a plant stand to each other, how much it may have, under which names its people are known
 * elsewhere, and who is answerable for its infeed for a year.
 */
export async function enterRights({ desk, consumerId, design, find }: Place): Promise<void> {
  if (design.code !== 'steel') return;
  for (const [from, relationType, to, remark] of RELATIONS) {
    const [orgId, relatedOrgId] = [await unitOf(from), await unitOf(to)];
    await desk.ensure('sys/orgRelation', { orgId, relatedOrgId, relationType }, { consumerId, remark });
  }
  for (const [resourceName, most] of LIMITS)
    await desk.ensure('sys/orgRestrict', { consumerId, resourceName }, { most, state: '1' });
  const today = Date.now();
  for (const [userName, ammeterCode, authzType] of ANSWERABLE) {
    const employeeId = await desk.known('sys/orgEmployee', { userName });
    const ammeterId = (await find('archive/ammeter', { ammeterCode }))?.id;
    if (ammeterId === undefined) continue;
    const validity = { validFrom: utcDate(today - 90 * DAY_MS), validTo: utcDate(today + 365 * DAY_MS) };
    await desk.ensure(
      'sys/deviceAuthz',
      { employeeId, ammeterId, authzType },
      { consumerId, ...validity, state: '1' },
    );
    await desk.ensure(
      'sys/thirdAccount',
      { consumerId, provider: 'wecom', openId: `${design.code}-${userName}` },
      { accountName: userName, employeeId, state: '1' },
    );
  }

  async function unitOf(orgCode: string): Promise<number> {
    return desk.known('sys/orgUnit', { consumerId, orgCode });
  }
}
