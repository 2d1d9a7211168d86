import { expect, it } from 'vitest';
import { emptyScene, type Scene } from '#contract/scene/scene.ts';
import { NO_NAMES } from './label.ts';
import { tellingOf, wordsOf } from './telling.ts';

const scene: Scene = {
  ...emptyScene([
    { id: 'low', name: 'Low' },
    { id: 'gone', name: 'Gone', hidden: true },
    { id: 'high', name: 'High' },
  ]),
  elements: [
    { id: 'link', type: 'link', layer: 'high', x: 0, y: 0, text: 'Boiler house', to: '/SDNMonitoring/OneLine' },
    { id: 'bus', type: 'bus', layer: 'low', x: 0, y: 0, length: 100, label: 'I', kv: 10 },
    { id: 'bare', type: 'wire', layer: 'low', from: { x: 0, y: 0 }, to: { x: 10, y: 0 } },
    { id: 'flow', type: 'wire', layer: 'low', from: { x: 0, y: 0 }, to: { x: 10, y: 0 }, bindings: [{ source: { kind: 'item', ammeterId: 3, dataCode: 'PZ' }, map: { kind: 'flow', least: 0 } }] },
    { id: 'away', type: 'text', layer: 'gone', x: 0, y: 0, text: 'not seen' },
  ],
}; // prettier-ignore

it('leaves out what tells nothing and what is hidden, and keeps the order in which it is drawn', () => {
  expect(tellingOf(scene).map(({ id }) => id)).toEqual(['bus', 'flow', 'link']);
});

it('calls elements by their words, their label, or their meter', () => {
  const names = new Map([[3, { code: 'E-3', name: 'Infeed' }]]);
  expect(tellingOf(scene).map((one) => wordsOf(one, names))).toEqual([
    'I 10 kV',
    'E-3 Infeed',
    'Boiler house',
  ]);
  expect(wordsOf(tellingOf(scene)[1]!, NO_NAMES)).toBe('');
});
