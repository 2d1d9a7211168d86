import { INTERVAL } from '#contract/interval.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id, wordList } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { type Language, textIn } from '#contract/text.ts';
import { secondAt } from '#domain/time/text.ts';
import { device } from '#resource/archive/device.ts';
import { monitorItem } from '#resource/archive/monitorItem.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { type Download, defineRoute } from '#server/route.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import type { SeriesWire } from '../contract.ts';
import { CHART, manySeries, namedSeries, seriesParams } from './monitorRoutes.ts';
import { foldParam } from './realRoutes.ts';
import { spanParams } from './span.ts';

const format = z.enum(['xlsx', 'csv']).default('xlsx');

/** A table of series: an instant a row, a series a column; what is not known stays empty. */
function sheetOf(
  list: readonly SeriesWire[],
  name: string,
  kind: 'xlsx' | 'csv',
  language: Language,
): Download {
  const zone = list[0]?.timeZone ?? 'UTC';
  const known = list.map(({ points }) => new Map(points));
  const instants = [...new Set(list.flatMap(({ points }) => points.map(([ts]) => ts)))].toSorted(
    (a, b) => a - b,
  );
  return {
    fileName: `${name}.${kind}`,
    mimeType: sheetType(kind),
    body: writeSheet({
      format: kind,
      name: textIn({ zh: '曲线', en: 'Curves' }, language),
      columns: [
        { header: `${textIn({ zh: '时间', en: 'Time' }, language)} (${zone})`, width: 20 },
        ...list.map((one) => ({
          header: `${one.ammeterName} ${textIn(one.label, language)}${one.unit ? ` (${one.unit})` : ''}`,
          width: 24,
        })),
      ],
      rows: instants.map((ts) => [secondAt(zone, ts), ...known.map((values) => values.get(ts) ?? null)]),
    }),
  };
}

const exportHistory = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/monitoring/monitor/exportHistory',
  summary: { zh: '监测曲线：导出', en: 'Curves as a sheet' },
  permission: CHART,
  params: z.object({ items: wordList(), ...seriesParams, format }),
  example: { items: '1.PZ', interval: INTERVAL.hour },
  handler: async ({ trx, params, language }): Promise<Download> => {
    const { items, format: kind, ...span } = params;
    const list = await manySeries(trx, namedSeries(items), span, Date.now());
    return sheetOf(list, textIn({ zh: '监测曲线', en: 'Curves' }, language), kind, language);
  },
});

export const exportItemHistory = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/archive/monitorItem/exportHistoryDatas',
  summary: { zh: '监测项：导出历史数据', en: 'A monitored value over time as a sheet' },
  permission: funCodeOf(monitorItem, 'view'),
  params: z.object({ monitorItemId: id(), dataType: foldParam, ...spanParams, format }),
  example: { monitorItemId: 1, interval: INTERVAL.hour },
  handler: async ({ trx, params, language }): Promise<Download> => {
    const { monitorItemId, dataType, format: kind, ...span } = params;
    const { rows } = await sql<{ ammeterId: number; dataCode: string; name: string }>`
      select i.ammeter_id as "ammeterId", d.data_code as "dataCode", shown_name(i.item_name, i.item_name_en) as name
      from monitor_item i join data_item d on d.id = i.data_item_id where i.id = ${monitorItemId}`.execute(
      trx,
    );
    const [item] = rows;
    if (!item) throw noSuchRow();
    const list = await manySeries(trx, [item], { ...span, fold: dataType }, Date.now());
    return sheetOf(list, item.name, kind, language);
  },
});

interface DeviceLine {
  readonly name: string;
  readonly code: string;
  readonly deviceClass: string;
  readonly site: string;
  readonly location: string | null;
  readonly condition: string;
  readonly object: string | null;
  readonly type: string | null;
  readonly meters: string | null;
}

const MOST_DEVICES = 20_000;

async function deviceLines(
  trx: Db,
  of: { readonly consumerId?: number | undefined; readonly siteId?: number | undefined },
  language: Language,
): Promise<DeviceLine[]> {
  const { rows } = await sql<DeviceLine>`
    select shown_name(d.device_name, d.device_name_en) as name, d.device_code as code, d.device_class as "deviceClass",
      shown_name(s.org_name, s.org_name_en) as site, d.location, d.current_state as condition,
      shown_name(o.org_name, o.org_name_en) as object, ${nameIn('t.type_name', language)} as type,
      (select string_agg(shown_name(a.ammeter_name, a.ammeter_name_en), ', ' order by a.ammeter_code) from ammeter a
        where a.id = any (o.ammeter_id_list)) as meters
    from device d join monitor_site s on s.id = d.site_id left join monitor_object o on o.device_id = d.id
      left join monitor_object_type t on t.id = o.monitor_object_type_id
    where (${of.consumerId ?? null}::integer is null or d.consumer_id = ${of.consumerId ?? null})
      and (${of.siteId ?? null}::integer is null or d.site_id = ${of.siteId ?? null})
    order by d.device_code, o.id limit ${MOST_DEVICES}`.execute(trx);
  return rows;
}

const exportDevice = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/monitoring/monitor/exportDevice',
  summary: { zh: '设备清单：导出', en: 'Devices with their objects and meters as a sheet' },
  permission: funCodeOf(device, 'export'),
  params: z.object({ consumerId: id().optional(), siteId: id().optional(), format }),
  example: { consumerId: 1001 },
  handler: async ({ trx, params, language }): Promise<Download> => {
    const { fields } = device;
    const say = (zh: string, en: string): string => textIn({ zh, en }, language);
    const word = (
      options: Readonly<Record<string, { zh: string; en: string }>> | undefined,
      code: string,
    ): string => textIn(options?.[code] ?? { zh: code, en: code }, language);
    const heads = [
      fields.deviceName.label, fields.deviceCode.label, fields.deviceClass.label, fields.siteId.label,
      fields.location.label, fields.currentState.label,
    ]; // prettier-ignore
    const rows = await deviceLines(trx, params, language);
    return {
      fileName: `${say('设备清单', 'Devices')}.${params.format}`,
      mimeType: sheetType(params.format),
      body: writeSheet({
        format: params.format,
        name: say('设备', 'Devices'),
        columns: [
          ...heads.map((label) => ({ header: textIn(label, language), width: 18 })),
          { header: say('监测对象', 'Object'), width: 20 },
          { header: say('对象类型', 'Object type'), width: 16 },
          { header: say('表计', 'Meters'), width: 40 },
        ],
        rows: rows.map((row) => [
          row.name, row.code, word(fields.deviceClass.options, row.deviceClass), row.site, row.location,
          word(fields.currentState.options, row.condition), row.object, row.type, row.meters,
        ]), // prettier-ignore
      }),
    };
  },
});

export const sheetRoutes = [exportHistory, exportItemHistory, exportDevice];
