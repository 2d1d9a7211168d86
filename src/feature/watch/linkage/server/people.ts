import { sql } from 'kysely';
import { alarmPreferenceOf } from '#contract/preference.ts';
import { isMobile } from '#contract/recipient.ts';
import type { Language } from '#contract/text.ts';
import { isMailAddress } from '#feature/house/outbox/server/public.ts';
import { whoReaches } from '#feature/house/session/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type Duty, onDuty, type Way, waysTo } from '../domain/duty.ts';
import { type Held, type Ways, zoneOf } from './run.ts';

/** A person and one way to reach this person. */
export interface Person {
  readonly id: number;
  readonly way: Way;
  readonly address: string;
  readonly language: Language;
}

type Member = Duty & {
  readonly id: number;
  readonly telephone: string | null;
  readonly email: string | null;
  readonly channels: readonly string[] | null;
  readonly chosen: unknown;
};

async function membersOf(trx: Db, groupId: number): Promise<readonly Member[]> {
  const { rows } = await sql<Member>`
    select e.id, e.telephone, e.email, m.channels, p.value as chosen, m.duty_days as days, m.duty_begin as begin,
      m.duty_end as "end", m.duty_from - date '1970-01-01' as "from", m.duty_to - date '1970-01-01' as "to"
    from alert_member m join org_employee e on e.id = m.employee_id
    left join account_preference p on p.employee_id = e.id and p.name = 'alarm'
    where m.alert_group_id = ${groupId} and m.state = '1' order by m.id`.execute(trx);
  return rows;
}

/** The ways to a member, as the person and the group want it. */
function waysOf({ outbox }: Ways, member: Member): readonly Person[] {
  const own = alarmPreferenceOf(member.chosen);
  const addresses: Readonly<Record<Way, string>> = {
    1: (member.telephone ?? '').replace(/[\s-]/g, ''),
    2: (member.email ?? '').trim(),
  };
  const has: Way[] = [];
  if (isMobile(addresses[1])) has.push('1');
  if (isMailAddress(addresses[2])) has.push('2');
  const up: Way[] = [];
  if (outbox.sms) up.push('1');
  if (outbox.mail) up.push('2');
  const ways = waysTo({ own: own.channels, member: member.channels, has, up });
  return ways.map((way) => ({ id: member.id, way, address: addresses[way], language: own.language }));
}

/**
 * Whom of a group an alarm is told to and how: those on duty by the clock of the site, where nobody is everybody, and of
 * these whoever may see the site. Each person and way is there once.
 * @param now ms
 */
export async function peopleOf(trx: Db, ways: Ways, run: Held, now: number): Promise<readonly Person[]> {
  const zone = zoneOf(run.zone);
  const [day, { hour }] = [zone.localDay(now), zone.local(now)];
  const all = await membersOf(trx, run.linkageId);
  const reach = await whoReaches(
    trx,
    all.map(({ id }) => id),
    run,
  );
  const members = all.filter(({ id }) => reach.has(id));
  const turn = members.filter((one) => onDuty(one, day, hour));
  const people = (turn.length > 0 ? turn : members).flatMap((one) => waysOf(ways, one));
  return [...new Map(people.map((one) => [`${one.way} ${one.address}`, one])).values()];
}
