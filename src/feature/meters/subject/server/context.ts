import * as z from 'zod';
import { energyTypeOf, ENERGY } from '#contract/energyType.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import type { Expectation } from '#domain/figure/amount.ts';
import { ALWAYS } from '#domain/fold/counting.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { type Zone, zoneOf } from '#domain/time/zone.ts';
import { lastKnownOf, visibleMeters } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { DayQuery, Subject } from '../contract.ts';
import type { SignedMeter } from '../domain/flow.ts';
import { holdsNode, standFor, standForMeter, type Stand } from '../domain/standFor.ts';
import {
  consumerOf,
  countingsOf,
  energyTypesOf,
  organisationOf,
  timeZoneOf,
  usualZoneOf,
  type Organisation,
  type OrgMeter,
} from './organisation.ts';

/** Who and which energy: an organisation node (`orgId`, or `consumerId` for the enterprise) or a meter. */
export const subjectParams = {
  orgId: id().optional(),
  consumerId: id().optional(),
  dataAmmeterId: id().optional(),
  dataType: z.coerce
    .string()
    .regex(/^\d{1,2}$/)
    .optional(),
};

/** The same with a day of the site's zone, default today. */
export const dayParams = { ...subjectParams, date: z.iso.date().optional() };

export interface SubjectParams {
  readonly orgId?: number | undefined;
  readonly consumerId?: number | undefined;
  readonly dataAmmeterId?: number | undefined;
  readonly dataType?: string | undefined;
}

/** What is asked about, with all that the answers need. */
export interface QueryContext {
  readonly subject: Subject;
  readonly organisation: Organisation;
  readonly zone: Zone;
  /** The signed meters that stand for it; one of its zone leads. */
  readonly signed: readonly SignedMeter[];
  readonly meters: readonly OrgMeter[];
  readonly expected: Expectation;
}

/**
 * Finds the node or meter and who stands for it.
 * @param near an enterprise that is known already; it is not asked for again where it holds what is asked about
 * @throws Fault 400 without any of the ids, 404 when the scope does not show it.
 */
export async function contextOf(
  trx: Db,
  params: SubjectParams,
  now: number,
  near?: Organisation,
): Promise<QueryContext> {
  const orgId = params.orgId ?? params.consumerId;
  if (params.dataAmmeterId === undefined && orgId === undefined)
    throw badInput({ zh: '请指定组织或表计', en: 'Name an organisation or a meter' }, 'orgId');
  const organisation = near && holds(near, params) ? near : await home(trx, params);
  const byId = new Map(organisation.meters.map((meter) => [meter.id, meter]));
  const meter = params.dataAmmeterId === undefined ? undefined : byId.get(params.dataAmmeterId);
  const node = organisation.nodes.find((one) => one.id === orgId);
  const dataTypes = meter ? [meter.dataType] : energyTypesOf(organisation, node?.id ?? 0);
  const dataType = meter?.dataType ?? params.dataType ?? dataTypes[0] ?? ENERGY.electricity;
  const stand: Stand = meter
    ? { meters: standForMeter(organisation, meter.id), reason: 'list' }
    : standFor(organisation, node?.id ?? 0, dataType);
  const meters = stand.meters.flatMap(({ meterId }) => byId.get(meterId) ?? []);
  const lived = meters.length > 0 ? meters : inside(organisation, orgId);
  const timeZone =
    meter?.timeZone ??
    (lived.length > 0 ? timeZoneOf(organisation, lived) : await usualZoneOf(trx, organisation.consumerId));
  const signed = stand.meters.toSorted(
    (a, b) =>
      Number(byId.get(b.meterId)?.timeZone === timeZone) - Number(byId.get(a.meterId)?.timeZone === timeZone),
  );
  return {
    subject: {
      orgId: meter ? null : (node?.id ?? null),
      dataAmmeterId: meter?.id ?? null,
      name: meter?.name ?? node?.name ?? '',
      kind: meter ? 'meter' : (node?.kind ?? 'consumer'),
      consumerId: organisation.consumerId,
      timeZone,
      dataType,
      unit: energyTypeOf(dataType).unit,
      dataTypes,
      meters: signed.map(({ meterId, sign }) => ({
        ammeterId: meterId,
        ammeterName: byId.get(meterId)?.name ?? '',
        sign,
      })),
      neverHeard: meters
        .filter((one) => one.counting.from === null)
        .map(({ id: ammeterId, name }) => ({ ammeterId, ammeterName: name })),
      reason: meter ? 'meter' : stand.reason,
    },
    organisation,
    zone: zoneOf(timeZone),
    signed,
    meters,
    expected: {
      counting: signed.length > 0 ? countingsOf(organisation, signed) : [ALWAYS],
      stepMs: Math.max(900, ...meters.map((one) => one.intervalSeconds)) * 1000,
      now,
    },
  };
}

/** What is expected of other meters of the enterprise. */
export const expectedOf = (
  { expected, organisation }: Pick<QueryContext, 'expected' | 'organisation'>,
  signed: readonly Pick<SignedMeter, 'meterId'>[],
): Expectation => ({ ...expected, counting: countingsOf(organisation, signed) });

const holds = (organisation: Organisation, { dataAmmeterId, orgId, consumerId }: SubjectParams): boolean =>
  dataAmmeterId === undefined
    ? holdsNode(organisation, orgId ?? consumerId ?? 0)
    : organisation.meters.some((meter) => meter.id === dataAmmeterId);

/** The enterprise of the node or meter, read for it. */
async function home(trx: Db, params: SubjectParams): Promise<Organisation> {
  const orgId = params.orgId ?? params.consumerId;
  const consumerId =
    params.dataAmmeterId === undefined
      ? await consumerOf(trx, orgId ?? 0)
      : ((await visibleMeters(trx, [params.dataAmmeterId]))[0]?.consumerId ?? null);
  if (consumerId === null) throw noSuchRow();
  const about =
    params.dataAmmeterId === undefined ? { orgIds: [orgId ?? 0] } : { meterIds: [params.dataAmmeterId] };
  return organisationOf(trx, consumerId, about);
}

const inside = (organisation: Organisation, orgId: number | undefined): OrgMeter[] =>
  organisation.meters.filter((meter) => meter.siteId === orgId);

/** The day asked for, and where its comparisons end. */
export interface DayContext extends QueryContext {
  readonly question: DayQuery;
  readonly day: Range;
  /** The end of today's data: what is not over ends here so far. */
  readonly until: number;
}

/** @throws Fault 400 when the day is still to come. */
export async function dayContextOf(
  trx: Db,
  params: SubjectParams & { readonly date?: string | undefined },
  now: number,
): Promise<DayContext> {
  const context = await contextOf(trx, params, now);
  const today = dateAt(context.zone, now);
  const date = params.date ?? today;
  if (date > today)
    throw badInput(
      { zh: `日期不能晚于今天（${today}）`, en: `The date cannot be after today (${today})` },
      'date',
    );
  const day = periodOf(context.zone, 'day', date);
  const until = await untilOf(trx, context, periodOf(context.zone, 'day', today), now);
  return {
    ...context,
    question: {
      subject: context.subject,
      date,
      current: date === today,
      until: Math.min(until, day.to),
      now,
    },
    day,
    until,
  };
}

/** The end of the last quarter of an hour of today of which anything is known. */
export async function untilOf(trx: Db, context: QueryContext, day: Range, now: number): Promise<number> {
  const ids = context.signed.map((one) => one.meterId);
  const known = await lastKnownOf(trx, ids, LEVEL.quarter, day.from, Math.min(day.to, now));
  const last = known === null ? day.from : known + QUARTER_MS;
  return Math.min(last, Math.floor(now / QUARTER_MS) * QUARTER_MS);
}
