import { sql } from 'kysely';
import * as z from 'zod';
import { addressOf, snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { badInput, forbidden } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { companyCalculater } from '#resource/yunshui/companyCalculater.ts';
import { companyDev } from '#resource/yunshui/companyDev.ts';
import { companyGauges } from '#resource/yunshui/companyGauges.ts';
import { importFile } from '#server/resource/importing/route.ts';
import { conditionOfFields, orderOf, pageOfRows } from '#server/resource/query.ts';
import { selectList, toJson } from '#server/resource/row.ts';
import type { JsonRow, Values } from '#server/resource/slot.ts';
import { addRow, addRows, editRows } from '#server/resource/write.ts';
import type { Call, Route } from '#server/route.ts';
import { defineRoute } from '#server/route.ts';
import type { Db } from '#server/database/db.ts';
import type { ListComparison } from '../contract.ts';

/** A list that is handed in for a review, and the archive's rows that it is made of. */
interface HandedList {
  readonly list: Resource;
  readonly table: string;
  /** Field of the list that tells its rows apart, and what it is in the archive. */
  readonly key: string;
  readonly keyOf: string;
  /** What it was in lists that were taken over before. */
  readonly formerly?: string;
  /** Fields that both have. */
  readonly same: readonly string[];
}

const LISTS: readonly HandedList[] = [
  {
    list: companyCalculater,
    table: 'calculater',
    key: 'calculaterName',
    keyOf: 'calculater_name',
    same: [
      'calculaterName',
      'calculaterNameEn',
      'dept',
      'job',
      'technicalPost',
      'certificateName',
      'certificateNo',
      'phone',
    ],
  },
  {
    list: companyDev,
    table: 'device_configure',
    key: 'deviceNo',
    // The number that the archive tells; with its process unit before it where several units have the same one.
    keyOf: `case when count(*) over (partition by device_no) = 1 then device_no else process_unit_code || device_no end`,
    formerly: 'process_unit_code || device_no',
    same: [
      'deviceName',
      'deviceNameEn',
      'model',
      'energyCode',
      'location',
      'dept',
      'usingDate',
      'currentState',
    ],
  },
  {
    list: companyGauges,
    table: 'gauge_configure',
    key: 'serNo',
    keyOf: 'ser_no',
    same: [
      'meterName',
      'meterNameEn',
      'meterLevel',
      'model',
      'precisionLevel',
      'ranges',
      'manufacturer',
      'manageNo',
      'params',
      'location',
      'alignState',
      'alignCycle',
      'lastAlignDate',
      'nextAlignDate',
      'alignOrg',
      'currentState',
    ],
  },
];

interface Pair {
  readonly key: string;
  /** The archive's values under the list's names; null = only on the list. */
  readonly wanted: Values | null;
  readonly row: JsonRow | null;
}

/** The archive's rows and those of the list by their key, of one enterprise. */
async function pairsOf(
  trx: Db,
  { list, table, key, keyOf, formerly = keyOf, same }: HandedList,
  orgId: number,
): Promise<Pair[]> {
  const columns = same.map((name) => sql`${sql.ref(snake(name))} as ${sql.ref(name)}`);
  const { rows: archive } =
    await sql<Values>`select ${sql.raw(keyOf)} as "_key", ${sql.raw(formerly)} as "_former",
      ${sql.join(columns)}
    from ${sql.table(table)} where consumer_id = ${orgId} order by id`.execute(trx);
  const { rows: own } = await sql<Values>`select ${selectList(list)} from ${sql.table(snake(list.name))}
    where consumer_id = ${orgId} order by id`.execute(trx);
  const left = new Map(own.map((row) => [String(row[key]), toJson(list, row)]));
  const pairs = archive.map(({ _key, _former, ...values }): Pair => {
    const row = left.get(String(_key)) ?? left.get(String(_former)) ?? null;
    left.delete(String(row?.[key]));
    return { key: String(_key), wanted: { ...values, [key]: _key }, row };
  });
  return [...pairs, ...[...left].map(([only, row]): Pair => ({ key: only, wanted: null, row }))];
}

const differing = ({ wanted, row }: Pair): string[] =>
  wanted && row
    ? Object.keys(wanted).filter((name) => JSON.stringify(wanted[name]) !== JSON.stringify(row[name]))
    : [];

function comparisonOf({ list }: HandedList, pairs: readonly Pair[]): ListComparison {
  const titleOf = (values: Readonly<Record<string, unknown>>) => String(values[list.title]);
  const faulty = pairs.filter((pair) => differing(pair).length > 0);
  return {
    agrees: pairs.filter((pair) => pair.wanted && pair.row && differing(pair).length === 0).length,
    missing: pairs.flatMap(({ key, wanted, row }) =>
      wanted && !row ? [{ key, title: titleOf(wanted) }] : [],
    ),
    different: faulty.flatMap((pair) =>
      pair.row ? [{ id: pair.row.id, title: titleOf(pair.row), fields: differing(pair) }] : [],
    ),
    extra: pairs.flatMap(({ wanted, row }) => (row && !wanted ? [{ id: row.id, title: titleOf(row) }] : [])),
  };
}

/** The enterprise that is meant: the one named, else the only one that the caller has. @throws Fault 400 */
function ownerOf({ params, caller }: Call<{ orgId?: number | undefined }>): number {
  const own = caller.scope !== 'all' && caller.scope.length === 1 ? caller.scope[0] : undefined;
  const orgId = params.orgId ?? own;
  if (orgId === undefined)
    throw badInput({ zh: 'orgId：请选择企业', en: 'orgId: choose an enterprise' }, 'orgId');
  return orgId;
}

const SUMMARY = {
  add: ['新建一行，或导入工作簿', 'add a row, or take in a workbook'],
  testFind: ['查询并与档案核对', 'find rows, and compare them with the archive'],
  takeOver: ['从档案生成', 'take over from the archive'],
} as const;

function routesOfList(handed: HandedList): Route[] {
  const { list } = handed;
  const at = (verb: keyof typeof SUMMARY) => ({
    path: `${addressOf(list)}/${verb}`,
    summary: {
      zh: `${list.label.zh}：${SUMMARY[verb][0]}`,
      en: `${list.label.en}: ${SUMMARY[verb][1]}`,
    },
  });
  return [
    defineRoute({
      ...at('add'),
      method: 'UPLOAD',
      filesOptional: true,
      permission: funCodeOf(list, 'add'),
      params: z.looseObject({ orgId: id().optional(), type: z.coerce.string().max(20).optional() }),
      row: list,
      handler: async (call) => {
        const { orgId, type: _, ...row } = call.params;
        if (call.files.length === 0)
          return addRow(call, list, orgId === undefined ? row : { consumerId: orgId, ...row });
        if (!call.caller.funCodes.has(funCodeOf(list, 'import'))) throw forbidden();
        return importFile({ ...call, params: { orgId, dryRun: false } }, list);
      },
    }),
    defineRoute({
      ...at('testFind'),
      method: 'POST',
      permission: funCodeOf(list, 'view'),
      params: z.object({ orgId: id().optional(), search: z.string().max(100).optional(), ...paging }),
      example: { orgId: 1001 },
      handler: async (call) => {
        const { search, ...rest } = call.params;
        const orgId = ownerOf(call);
        const where = conditionOfFields(list, { consumerId: orgId, ...(search ? { search } : {}) });
        const page = await pageOfRows(
          call.trx,
          list,
          where,
          orderOf(list, null),
          pageOf(rest),
          call.language,
        );
        return { ...page, ...comparisonOf(handed, await pairsOf(call.trx, handed, orgId)) };
      },
    }),
    defineRoute({
      ...at('takeOver'),
      method: 'POST',
      permission: funCodeOf(list, 'edit'),
      params: z.object({ orgId: id().optional() }),
      example: { orgId: 1001 },
      handler: async (call) => {
        const orgId = ownerOf(call);
        const pairs = await pairsOf(call.trx, handed, orgId);
        const fresh = pairs.flatMap(({ wanted, row }) => (wanted && !row ? [wanted] : []));
        const edits = pairs.flatMap((pair) => {
          const names = differing(pair);
          const { wanted, row: before } = pair;
          if (!wanted || !before || names.length === 0) return [];
          return [{ before, raw: Object.fromEntries(names.map((name) => [name, wanted[name] ?? null])) }];
        });
        if (fresh.length > 0 && !call.caller.funCodes.has(funCodeOf(list, 'add'))) throw forbidden();
        if (fresh.length > 0)
          await addRows(
            call,
            list,
            fresh.map((values) => ({ consumerId: orgId, ...given(values) })),
          );
        if (edits.length > 0) await editRows(call, list, edits);
        return { added: fresh.length, changed: edits.length };
      },
    }),
  ];
}

const given = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** The calls of the three lists beside the generic ones. */
export const handedListRoutes: readonly Route[] = LISTS.flatMap(routesOfList);
