import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { badInput } from '#contract/error.ts';
import { id, jsonOf, pageOf, paging, yesNo } from '#contract/param.ts';
import { curveKey } from '#contract/scene/binding.ts';
import { emptyScene, type Scene } from '#contract/scene/scene.ts';
import { isSpace, type Space } from '#contract/scene/space.ts';
import { svgOf } from '#domain/scene/drawElement.ts';
import { paperInk } from '#domain/scene/ink.ts';
import type { Names } from '#domain/scene/label.ts';
import { markupOf, type SvgNode } from '#domain/scene/node.ts';
import { paintOf } from '#domain/scene/space/paint.ts';
import { planOf } from '#domain/scene/space/plan.ts';
import type { Values } from '#domain/scene/told.ts';
import { netOf, fedOf, voltagesOf } from '#domain/scene/supply.ts';
import { levelsOf, positionsOf } from '#domain/scene/seen.ts';
import { momentAt } from '#domain/time/text.ts';
import type { Language } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { SceneAnswer, ValuesAnswer, VersionWire } from '../contract.ts';
import { diagramOf, sceneAnswer, versionsOf } from './diagrams.ts';
import { publishScene, restoreScene, saveScene } from './save.ts';
import { valuesOf } from './values.ts';

const VIEW = 'archive.monitorDiagram.view';
const EDIT = 'archive.monitorDiagram.edit';
const no = () => z.coerce.number().int().min(1).max(1_000_000);
const base = z.coerce.number().int().min(0).max(1_000_000);
const note = z.string().trim().max(200).optional();

const getScene = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorDiagram/getScene',
  summary: {
    zh: '监测图：画面（最新版、已发布版或指定版）',
    en: 'Diagrams: the picture (the newest version, the published one, or one by its number)',
  },
  permission: VIEW,
  params: z.object({ id: id(), no: no().optional(), published: yesNo().optional() }),
  example: { id: 1 },
  handler: ({ trx, params }): Promise<SceneAnswer<Scene | Space>> => sceneAnswer(trx, params.id, params),
});

const getVersions = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorDiagram/getVersions',
  summary: { zh: '监测图：版本', en: 'Diagrams: versions of the picture, the newest first' },
  permission: VIEW,
  params: z.object({ ...paging, id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params }): Promise<Page<VersionWire>> => {
    const { current, pageSize } = pageOf(params);
    const { versions, total } = await versionsOf(trx, await diagramOf(trx, params.id), {
      limit: pageSize,
      offset: (current - 1) * pageSize,
    });
    return { list: versions, pagination: { total, current, pageSize } };
  },
});

const save = defineRoute({
  method: 'POST',
  path: '/api/archive/monitorDiagram/saveScene',
  summary: {
    zh: '监测图：保存画面为新版本；他人已保存时返回 409 并说明是谁',
    en: 'Diagrams: save the picture as a new version; 409 with who it was where another saved since',
  },
  permission: EDIT,
  params: z.object({ id: id(), base, note, scene: jsonOf(z.unknown()) }),
  example: {
    id: 1,
    base: 0,
    note: 'a first picture',
    scene: emptyScene([{ id: 'device', name: 'Devices' }]),
  },
  handler: (call) => saveScene(call, call.params, call.params.scene),
});

const publish = defineRoute({
  method: 'POST',
  path: '/api/archive/monitorDiagram/publish',
  summary: { zh: '监测图：发布最新版', en: 'Diagrams: publish the newest version' },
  permission: EDIT,
  params: z.object({ id: id(), no: no() }),
  example: { id: 1, no: 1 },
  handler: ({ trx, caller, params }) => publishScene(trx, caller, params.id, params.no),
});

const restore = defineRoute({
  method: 'POST',
  path: '/api/archive/monitorDiagram/restore',
  summary: {
    zh: '监测图：恢复旧版（成为新的一版）',
    en: 'Diagrams: take an older version back, as a new one',
  },
  permission: EDIT,
  params: z.object({ id: id(), base, no: no(), note }),
  example: { id: 1, base: 2, no: 1, note: 'as it was' },
  handler: (call) => restoreScene(call, call.params, call.params.no),
});

/** Which picture, and of when: ms, without it of now. */
interface Drawn {
  readonly id: number;
  readonly no?: number | undefined;
  readonly published?: boolean | undefined;
  readonly at?: number | undefined;
}

/**
 * A picture with what it tells at an instant, as an SVG document.
 * @param stamped it says of which version and instant it is @throws Fault 404, 400 for what is still to come
 */
async function drawn(
  trx: Db,
  asked: Drawn,
  language: Language,
  stamped: boolean,
): Promise<{ name: string; moment: string; svg: string | null }> {
  const now = Date.now();
  const { at = now } = asked;
  if (at > now) throw badInput({ zh: 'at：不能晚于现在', en: 'at: cannot be later than now' }, 'at');
  const { diagram, version, scene, names } = await sceneAnswer(trx, asked.id, asked);
  const moment = momentAt(diagram.timeZone, at);
  if (!scene) return { name: diagram.diagramName, moment, svg: null };
  const { values, curves } = await valuesOf(trx, scene, at, now);
  const told = {
    at,
    language,
    values: new Map(values.map((one) => [one.key, one])),
    names: new Map(names.map((one) => [one.ammeterId, one])),
  };
  const picture = isSpace(scene)
    ? spaceSvg(scene, diagram.diagramName, told)
    : flatSvg(
        scene,
        diagram.diagramName,
        told,
        curves,
        stamped ? `${diagram.diagramName}  v${version?.no ?? 0}  ${moment}` : undefined,
      );
  return { name: diagram.diagramName, moment, svg: markupOf(picture) };
}

/** What a picture is drawn with. */
interface ToldAt {
  /** ms */
  readonly at: number;
  readonly values: Values;
  readonly names: Names;
  readonly language: Language;
}

function flatSvg(
  scene: Scene,
  title: string,
  { at, values, names, language }: ToldAt,
  curves: ValuesAnswer['curves'],
  stamp: string | undefined,
): SvgNode {
  const net = netOf(scene);
  const seen = {
    values,
    curves: new Map(curves.map(({ key, hours, points }) => [curveKey(key, hours), points])),
    now: at,
    fed: fedOf(net, positionsOf(scene, values, at)),
    levels: levelsOf(voltagesOf(scene, net)),
  };
  return svgOf(scene, title, { language, seen, names }, stamp);
}

/** A picture in space is drawn from above. */
function spaceSvg(space: Space, title: string, { at, values, names, language }: ToldAt): SvgNode {
  const paints = new Map(
    space.elements.map((one) => [one.id, paintOf(one, { values, now: at }, names, language)]),
  );
  return planOf(space, title, { ink: paperInk, paints, heat: null, floor: null, chosen: new Set() });
}

// Versions, drafts and instants of the past as a file are what the export is for.
const getThumbnail = defineRoute({
  method: 'GET',
  path: '/api/archive/monitorDiagram/getThumbnail',
  summary: {
    zh: '监测图：已发布画面的缩略图（SVG，当前数值）',
    en: 'Diagrams: a picture of the published picture as it stands now (SVG); null where none is published',
  },
  permission: VIEW,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params, language }): Promise<{ svg: string | null }> => ({
    svg: (await drawn(trx, { id: params.id, published: true }, language, false)).svg,
  }),
});

const exportSvg = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/archive/monitorDiagram/exportSvg',
  summary: { zh: '监测图：导出 SVG', en: 'Diagrams: export as SVG' },
  permission: 'archive.monitorDiagram.export',
  params: z.object({
    id: id(),
    no: no().optional(),
    published: yesNo().optional(),
    at: z.coerce.number().int().min(0).max(8.64e15).optional(),
  }),
  example: { id: 1 },
  handler: async ({ trx, params, language }) => {
    const { name, moment, svg } = await drawn(trx, params, language, true);
    const empty = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
    const when = params.at === undefined ? '' : ` ${moment.replace(/[^\d]+/g, '-')}`;
    return { fileName: `${name}${when}.svg`, mimeType: 'image/svg+xml', body: Buffer.from(svg ?? empty) };
  },
});

export const sceneRoutes: readonly Route[] = [
  getScene,
  getVersions,
  save,
  publish,
  restore,
  getThumbnail,
  exportSvg,
];
