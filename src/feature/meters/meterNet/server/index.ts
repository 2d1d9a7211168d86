import { textIn } from '#contract/text.ts';
import * as z from 'zod';
import { ENERGY } from '#contract/energyType.ts';
import { badInput } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import type { NetAnswer } from '../contract.ts';
import { drawNet } from '../domain/draw.ts';
import { netAnswer, networkOf } from './net.ts';
import { sheetOfNet } from './sheetOfNet.ts';

const PERMISSION = 'SDNEquipment.SDNGageNet';

const who = {
  consumerId: id().optional(),
  orgId: id().optional(),
  dataType: z.coerce
    .string()
    .regex(/^\d{1,2}$/)
    .optional(),
};
const params = z.object({ ...who, begin: z.iso.date().optional(), end: z.iso.date().optional() });

const getNet = defineRoute({
  method: 'GET',
  path: '/api/yunshui/measurement/getNet',
  summary: {
    zh: '计量网络：平衡与疑似异常表计',
    en: 'Metering network: balances and meters that may be wrong',
  },
  permission: PERMISSION,
  params,
  example: { consumerId: 1001, dataType: ENERGY.electricity },
  handler: ({ trx, params: asked }): Promise<NetAnswer> => netAnswer(trx, asked, Date.now()),
});

/** Specification 2 section 7: measurement (paths). */
const getPaths = defineRoute({
  method: 'GET',
  path: '/api/yunshui/measurement/getPaths',
  summary: { zh: '计量网络：每只表计的上级路径', en: 'Metering network: the way from the top to each meter' },
  permission: PERMISSION,
  params: z.object(who),
  example: { consumerId: 1001 },
  handler: async ({ trx, params: asked }) => {
    const { nodes, organisation } = await networkOf(trx, asked);
    const names = new Map(organisation.meters.map((meter) => [meter.id, meter]));
    const ways = new Map<number, number[]>();
    return nodes.map((node) => {
      const way = [...(ways.get(node.parentId ?? 0) ?? []), node.id];
      ways.set(node.id, way);
      return {
        ammeterId: node.id,
        ammeterName: names.get(node.id)?.name ?? '',
        ammeterCode: names.get(node.id)?.code ?? '',
        depth: node.depth,
        path: way,
        pathName: way.map((one) => names.get(one)?.name ?? '').join(' / '),
      };
    });
  },
});

/** Specification 2 section 7: measurement (svg data). */
const getSvg = defineRoute({
  method: 'GET',
  path: '/api/yunshui/measurement/getSvg',
  summary: { zh: '计量网络：图形（SVG）', en: 'Metering network: drawing (SVG)' },
  permission: PERMISSION,
  params,
  example: { consumerId: 1001, dataType: ENERGY.electricity },
  handler: async ({ trx, params: asked, language }) => {
    const net = await netAnswer(trx, asked, Date.now());
    return { svg: drawNet(net, language), begin: net.begin, end: net.end, dataType: net.dataType };
  },
});

const exportNet = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/yunshui/measurement/exportNet',
  summary: { zh: '计量网络：导出（表格或图形）', en: 'Metering network: export (sheet or drawing)' },
  permission: PERMISSION,
  params: params.extend({ format: z.enum(['xlsx', 'csv', 'svg']).default('xlsx') }),
  example: { consumerId: 1001, format: 'xlsx' },
  handler: async ({ trx, params: { format, ...asked }, language }) => {
    const net = await netAnswer(trx, asked, Date.now());
    if (net.meters.length === 0)
      throw badInput({ zh: '该能源没有表计', en: 'There is no meter of this energy' }, 'dataType');
    const title = textIn({ zh: '计量网络', en: 'Metering network' }, language);
    const fileName = `${title} ${net.consumerName} ${net.begin} ${net.end}.${format}`;
    return format === 'svg'
      ? { fileName, mimeType: 'image/svg+xml', body: Buffer.from(drawNet(net, language)) }
      : { fileName, mimeType: sheetType(format), body: writeSheet(sheetOfNet(net, title, language, format)) };
  },
});

export const routes: readonly Route[] = [getNet, getPaths, getSvg, exportNet];
