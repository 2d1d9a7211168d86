import { describe, expect, it } from 'vitest';
import type { Scene } from '#contract/scene/scene.ts';
import { checkScene } from '#domain/scene/check.ts';
import { boundsOf, elementsOf, meets } from '#domain/scene/geometry.ts';
import { type LineNetwork, oneLineOf } from '#domain/scene/oneLine.ts';
import { campus } from '../plant/campus.ts';
import type { PlantDesign } from '../plant/meter.ts';
import { steel } from '../plant/steel.ts';
import { handFinished } from './handFinished.ts';

/** The electricity of a design as the archive would tell it. */
function networkOf({ meters }: PlantDesign): LineNetwork {
  const ids = new Map(meters.map(({ code }, i) => [code, i + 1]));
  return {
    meters: meters
      .filter(({ code }) => code.startsWith('E-'))
      .map(({ code, name, parent, ratedPower }) => ({
        ammeterId: ids.get(code) ?? 0,
        code,
        name,
        parentId: parent === undefined ? null : (ids.get(parent) ?? null),
        ratedPower: ratedPower ?? null,
        transformer: false,
        capacity: null,
      })),
    points: [],
  };
}

const shownMeters = (scene: Scene): string[] =>
  scene.elements.flatMap((one) => (/^meter:\d+$/.test(one.origin ?? '') ? [one.origin ?? ''] : []));

describe.each([
  ['steel', steel],
  ['campus', campus],
])('the one-line diagram of the demonstration: %s', (_name, design) => {
  it('shows every electricity meter of the enterprise once, and may be kept', () => {
    const network = networkOf(design);
    const { scene } = oneLineOf(network, null);
    expect(shownMeters(scene).toSorted()).toEqual(
      network.meters.map(({ ammeterId }) => `meter:${ammeterId}`).toSorted(),
    );
    expect(checkScene(scene)).toEqual({ scene });
  });
});

describe('the one that was finished by hand', () => {
  const network = networkOf(steel);
  const drawn = oneLineOf(network, null).scene;
  const scene = handFinished(drawn, network.meters);
  const own = scene.elements.filter(({ id }) => id.startsWith('hand.'));

  it('may be kept, and what was added lies over nothing that was drawn', () => {
    expect(checkScene(scene)).toEqual({ scene });
    expect(new Set(own.map(({ type }) => type))).toEqual(new Set(['shape', 'value', 'trend', 'text', 'bar', 'button', 'link'])); // prettier-ignore
    const elements = elementsOf(scene);
    const frame = boundsOf(elements.get('hand.frame')!, elements);
    const others = scene.elements.filter(({ id }) => !id.startsWith('hand.'));
    expect(others.filter((one) => meets(boundsOf(one, elements), frame)).map(({ id }) => id)).toEqual([]);
  });

  it('stays as it was finished when it is drawn from the archive again', () => {
    const again = oneLineOf(network, scene);
    expect(again.kept).toBe(1);
    expect(again.scene.elements.filter(({ id }) => id.startsWith('hand.'))).toEqual(own);
  });

  it('leaves a diagram as it is where its infeed is not there', () => {
    expect(handFinished(drawn, [])).toBe(drawn);
  });
});
