import { sql } from 'kysely';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import { signer } from '#server/resource/nameIn.ts';
import type { SceneElement } from '#contract/scene/scene.ts';
import { emptyScene } from '#contract/scene/scene.ts';
import { checkScene } from '#domain/scene/check.ts';
import { momentAt } from '#domain/time/text.ts';
import type { Db } from '#server/database/db.ts';
import type { Caller } from '#server/route.ts';
import {
  type DiagramHead,
  MOST_TEMPLATE_ELEMENTS,
  MOST_TEMPLATE_NUMBER,
  MOST_TEMPLATES,
  MOST_TEMPLATE_VERSIONS,
  type TemplateAnswer,
  type TemplateWire,
} from '../contract.ts';

const MADE_AT = sql.raw('floor(extract(epoch from v.made_at) * 1000)::float8');

/** Templates of an enterprise with their newest version, by name. */
export async function templatesOf(
  trx: Db,
  consumerId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ list: TemplateWire[]; total: number }> {
  const { rows } = await sql<TemplateWire & { total: number }>`
    select t.id as "templateId", t.template_name as "templateName", v.no, v.size, v.bindings, ${MADE_AT} as "madeAt",
      ${signer('v.made_by', 'v.employee_id')} as "madeBy", count(*) over ()::integer as total
    from diagram_template t join lateral (select * from diagram_template_version v where v.template_id = t.id
      order by v.no desc limit 1) v on true
    where t.consumer_id = ${consumerId} order by t.template_name, t.id limit ${limit} offset ${offset}`.execute(
    trx,
  );
  return { list: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** A template in one of its versions, default the newest, with all that there are. @throws Fault 404 */
export async function templateAnswer(trx: Db, templateId: number, no?: number): Promise<TemplateAnswer> {
  const { rows } = await sql<
    TemplateAnswer['versions'][number] & { readonly templateName: string; readonly elements: SceneElement[] | null }
  >`
    select t.template_name as "templateName", v.no, v.size, v.bindings, v.restored_from as "restoredFrom", ${MADE_AT} as "madeAt",
      ${signer('v.made_by', 'v.employee_id')} as "madeBy", case when v.no = coalesce(${no ?? null}::integer, max(v.no) over ()) then v.elements end as elements
    from diagram_template t join diagram_template_version v on v.template_id = t.id
    where t.id = ${templateId} order by v.no desc`.execute(trx); // prettier-ignore
  const shown = rows.find(({ elements }) => elements !== null);
  if (!shown?.elements) throw noSuchRow();
  return {
    templateId,
    templateName: shown.templateName,
    no: shown.no,
    elements: shown.elements,
    versions: rows.map(({ templateName: _, elements: __, ...row }) => row),
  };
}

/** Elements of a template as they may be kept. @throws Fault 400 naming the element */
function checked(raw: unknown): readonly SceneElement[] {
  const list = raw as readonly { readonly layer?: unknown }[];
  if (!Array.isArray(raw) || list.length === 0 || list.length > MOST_TEMPLATE_ELEMENTS)
    throw badInput(
      {
        zh: `elements：模板须有 1 至 ${MOST_TEMPLATE_ELEMENTS} 个图元`,
        en: `elements: a template has 1 to ${MOST_TEMPLATE_ELEMENTS} elements`,
      },
      'elements',
    );
  const layers = [...new Set(list.map((one) => String(one?.layer)))].map((id) => ({ id, name: id }));
  const read = checkScene({ ...emptyScene(layers), elements: raw });
  if ('problem' in read) throw badInput(read.problem, 'elements');
  const bound = read.scene.elements.find(
    ({ bindings, origin }) =>
      origin !== undefined ||
      bindings?.some(
        ({ source }) =>
          (source.kind === 'signal' ? source.signalPointId : source.ammeterId) > MOST_TEMPLATE_NUMBER,
      ),
  );
  if (bound)
    throw badInput(
      {
        zh: `图元 ${bound.id}：模板只绑定项目编码，不绑定具体设备`,
        en: `Element ${bound.id}: a template binds item codes, no devices`,
      },
      'elements',
    );
  return read.scene.elements;
}

/** A template to be saved: a new one has a name, one that is there says from which version it was made. */
export interface TemplateSave {
  readonly templateId?: number | undefined;
  readonly templateName?: string | undefined;
  /** Number of the version that is replaced; 0 = the template is new. */
  readonly base: number;
}

/** Saves a template of the enterprise of a diagram. @throws Fault 400 naming the element, 404, 409 saying who saved since */
export async function saveTemplate(
  trx: Db,
  caller: Caller,
  diagram: DiagramHead,
  save: TemplateSave,
  raw: unknown,
): Promise<{ templateId: number; no: number }> {
  const elements = checked(raw);
  const templateId = save.templateId ?? (await newTemplate(trx, diagram, save.templateName ?? ''));
  return addVersion(trx, caller, diagram, { templateId, base: save.base, elements, restoredFrom: null });
}

async function newTemplate(trx: Db, { consumerId }: DiagramHead, name: string): Promise<number> {
  if (name === '')
    throw badInput({ zh: '模板名称：必填', en: 'Name of the template: it is needed' }, 'templateName');
  await sql`select pg_advisory_xact_lock(hashtext('diagramTemplate'), ${consumerId})`.execute(trx);
  const { rows: known } = await sql<{ n: number; same: boolean }>`
    select count(*)::integer as n, coalesce(bool_or(template_name = ${name}), false) as same from diagram_template
    where consumer_id = ${consumerId}`.execute(trx);
  if (known[0]?.same)
    throw conflict(
      { zh: `已有名为“${name}”的模板`, en: `There is a template named “${name}” already` },
      'templateName',
    );
  if ((known[0]?.n ?? 0) >= MOST_TEMPLATES)
    throw conflict(
      {
        zh: `一家企业至多 ${MOST_TEMPLATES} 个模板`,
        en: `An enterprise has ${MOST_TEMPLATES} templates at most`,
      },
      'templateName',
    );
  const { rows } = await sql<{ id: number }>`
    insert into diagram_template (consumer_id, template_name) values (${consumerId}, ${name}) returning id`.execute(
    trx,
  );
  return (rows[0] as { id: number }).id;
}

interface NewVersion {
  readonly templateId: number;
  readonly base: number;
  readonly elements: readonly SceneElement[];
  readonly restoredFrom: number | null;
}

async function addVersion(
  trx: Db,
  caller: Caller,
  { consumerId, timeZone }: DiagramHead,
  { templateId, base, elements, restoredFrom }: NewVersion,
): Promise<{ templateId: number; no: number }> {
  await sql`select pg_advisory_xact_lock(hashtext('diagramTemplateVersion'), ${templateId})`.execute(trx);
  const { rows } = await sql<{ no: number | null; madeBy: string | null; madeAt: number | null }>`
    select v.no, ${signer('v.made_by', 'v.employee_id')} as "madeBy", ${MADE_AT} as "madeAt" from diagram_template t
    left join lateral (select * from diagram_template_version v where v.template_id = t.id order by v.no desc limit 1) v on true
    where t.id = ${templateId} and t.consumer_id = ${consumerId}`.execute(trx); // prettier-ignore
  const [newest] = rows;
  if (!newest) throw noSuchRow();
  if ((newest.no ?? 0) !== base) {
    const when = newest.madeAt === null ? '--' : momentAt(timeZone, newest.madeAt);
    throw conflict(
      {
        zh: `${newest.madeBy ?? '--'} 已于 ${when} 保存了 v${newest.no ?? 0}，您依据的是 v${base}`,
        en: `${newest.madeBy ?? '--'} saved v${newest.no ?? 0} at ${when}, yours was made from v${base}`,
      },
      'base',
    );
  }
  if (base >= MOST_TEMPLATE_VERSIONS)
    throw conflict(
      {
        zh: `一个模板至多 ${MOST_TEMPLATE_VERSIONS} 版`,
        en: `A template has ${MOST_TEMPLATE_VERSIONS} versions at most`,
      },
      'base',
    );
  const bindings = elements.reduce((sum, one) => sum + (one.bindings?.length ?? 0), 0);
  await sql`insert into diagram_template_version
      (template_id, no, elements, size, bindings, restored_from, employee_id, made_by)
    values (${templateId}, ${base + 1}, ${JSON.stringify(elements)}::json, ${elements.length}, ${bindings}, ${restoredFrom},
      ${caller.employeeId}, ${caller.name})`.execute(trx);
  return { templateId, no: base + 1 };
}

/** Takes an older version back: it becomes the newest again. @throws Fault 404, 409 */
export async function restoreTemplate(
  trx: Db,
  caller: Caller,
  diagram: DiagramHead,
  { templateId, base, no }: { readonly templateId: number; readonly base: number; readonly no: number },
): Promise<{ templateId: number; no: number }> {
  const { elements } = await templateAnswer(trx, templateId, no);
  return addVersion(trx, caller, diagram, { templateId, base, elements, restoredFrom: no });
}

/** Deletes a template with all its versions; what was put by it stays where it is. @throws Fault 404 */
export async function dropTemplate(trx: Db, templateId: number): Promise<void> {
  const { rows } = await sql`delete from diagram_template where id = ${templateId} returning id`.execute(trx);
  if (rows.length === 0) throw noSuchRow();
}
