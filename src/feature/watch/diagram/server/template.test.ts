import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { add, unique } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import type { TemplateAnswer, TemplateWire } from '../contract.ts';

const CALL = '/api/archive/monitorDiagram/';

let product: Product;
let sites: TwoSites;
let operator: Client;
let diagram: number;
let foreign: number;
beforeAll(async () => {
  product = await startProduct();
  sites = await buildTwoSites(product);
  operator = await product.operator();
  const fields = { monitorSysType: '1', panelType: '1' };
  const { consumerId, siteId } = sites.first;
  diagram = await add(operator, 'monitorDiagram', { diagramName: unique(), consumerId, siteId, ...fields });
  const other = await add(operator, 'consumer', { orgName: unique(), orgCode: unique() });
  const otherSite = await add(operator, 'monitorSite', { orgName: unique(), orgCode: unique(), consumerId: other });
  foreign = await add(operator, 'monitorDiagram', { diagramName: unique(), consumerId: other, siteId: otherSite, ...fields });
}, 60_000); // prettier-ignore
afterAll(() => product.close());

const motor = (ammeterId = 1, more: object = {}) => ({
  id: 'm',
  type: 'symbol',
  layer: 'device',
  symbol: 'motor',
  x: 0,
  y: 20,
  label: '{object}',
  bindings: [{ source: { kind: 'item', ammeterId, dataCode: 'PZ' }, map: { kind: 'format', decimals: 1, unit: null } }],
  ...more,
}); // prettier-ignore
const save = (body: object, client = operator) =>
  client.post<{ templateId: number; no: number }>(`${CALL}saveTemplate`, { id: diagram, base: 0, ...body });
const kept = async (body: object = {}) =>
  ok(await save({ templateName: unique('Pump '), elements: [motor()], ...body }));
const listed = async (client: Client, id = diagram) =>
  ok(await client.get<Page<TemplateWire>>(`${CALL}getTemplates`, { id, pageSize: 200 })).list;
const read = async (templateId: number, more: object = {}) =>
  ok(await operator.get<TemplateAnswer>(`${CALL}getTemplate`, { templateId, ...more }));

describe('templates that people make', () => {
  it('are kept in versions, each of which can be taken back, and say who saved since', async () => {
    const { templateId, no } = await kept();
    expect(no).toBe(1);
    const second = [motor(2, { label: 'Motor' })];
    expect(ok(await save({ templateId, base: 1, elements: JSON.stringify(second) }))).toEqual({ templateId, no: 2 });
    expect(await save({ templateId, base: 1, elements: second })).toMatchObject({ code: 409, field: 'base' });
    expect((await read(templateId)).elements).toMatchObject(second);
    expect((await read(templateId, { no: 1 })).elements).toMatchObject([{ label: '{object}' }]);
    ok(await operator.post(`${CALL}restoreTemplate`, { id: diagram, templateId, base: 2, no: 1 }));
    const { no: now, versions, elements } = await read(templateId);
    expect([now, versions.map((one) => [one.no, one.restoredFrom])]).toEqual([3, [[3, 1], [2, null], [1, null]]]);
    expect(elements).toMatchObject([{ label: '{object}' }]);
    expect((await listed(operator)).find((one) => one.templateId === templateId)).toMatchObject({ no: 3, size: 1, bindings: 1 });
  }); // prettier-ignore

  it('have a name of their own in their enterprise, and go with all versions', async () => {
    const templateName = unique('Fan ');
    const { templateId } = await kept({ templateName });
    expect(await save({ templateName, elements: [motor()] })).toMatchObject({ code: 409, field: 'templateName' });
    expect(await save({ templateName: ' ', elements: [motor()] })).toMatchObject({ code: 400, field: 'templateName' });
    ok(await save({ id: foreign, templateName, elements: [motor()] }));
    ok(await operator.post(`${CALL}dropTemplate`, { templateId }));
    expect((await operator.get(`${CALL}getTemplate`, { templateId })).code).toBe(404);
    expect((await operator.post(`${CALL}dropTemplate`, { templateId })).code).toBe(404);
    await kept({ templateName });
  }); // prettier-ignore

  it.each([
    ['devices in place of numbers', [motor(4711)], /m/],
    ['an origin', [motor(1, { origin: 'meter:3' })], /m/],
    ['a symbol that is not there', [motor(1, { symbol: 'script' })], /m/],
    ['a wire that leads nowhere', [{ id: 'w', type: 'wire', layer: 'wire', from: { element: 'q', port: 'a' }, to: { x: 0, y: 0 } }], /w/],
    ['an address of a script', [{ id: 'b', type: 'link', layer: 'note', x: 0, y: 0, text: 'x', to: 'javascript:alert(1)' }], /b/],
    ['nothing', [], /1/],
    ['no list', { length: 3 }, /1/],
    ['too much', Array.from({ length: 201 }, (_, i) => motor(1, { id: `m${i}` })), /200/],
  ])('refuse %s and name the element', async (_what, elements, about) => {
    const answer = await save({ templateName: unique(), elements: JSON.stringify(elements) });
    expect(answer).toMatchObject({ code: 400, field: 'elements' });
    expect(answer.message).toMatch(about);
  }); // prettier-ignore

  it('belong to their enterprise: into a diagram of another no version goes, and nobody else sees them', async () => {
    const { templateId } = await kept();
    expect((await save({ id: foreign, templateId, base: 1, elements: [motor()] })).code).toBe(404);
    expect((await listed(operator, foreign)).map((one) => one.templateId)).not.toContain(templateId);
    const strange = ok(await save({ id: foreign, templateName: unique(), elements: [motor()] }));
    for (const client of [sites.limited, sites.limitedItself]) {
      const { templateId: theirs } = strange;
      const answers = [
        await client.get(`${CALL}getTemplate`, { templateId: theirs }),
        await client.get(`${CALL}getTemplates`, { id: foreign }),
        await client.post(`${CALL}dropTemplate`, { templateId: theirs }),
        await save({ id: foreign, templateId: theirs, base: 1, elements: [motor()] }, client),
        // Its own enterprise, but a diagram of a site that it does not see.
        await client.get(`${CALL}getTemplates`, { id: diagram }),
      ];
      expect(answers.map(({ code }) => code)).toEqual([404, 404, 404, 404, 404]);
      // Item codes name no place: within its enterprise it may use them.
      expect((await client.get(`${CALL}getTemplate`, { templateId })).code).toBe(200);
    }
    expect((await read(strange.templateId)).no).toBe(1);
  });
});
