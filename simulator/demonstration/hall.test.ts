import { expect, it } from 'vitest';
import { checkSpace } from '#domain/scene/space/check.ts';
import { steel } from '../plant/steel.ts';
import { meltShop } from './hall.ts';

it('the hall of the demonstration may be kept, and binds the meters that it names', () => {
  const meters = steel.meters.map(({ code }, i) => ({ code, ammeterId: i + 1 }));
  const space = meltShop(meters);
  expect(checkSpace(space)).toEqual({ scene: space });
  expect(space.elements.filter(({ bindings }) => bindings?.length).length).toBeGreaterThan(20);
  // A site without these meters has the hall all the same.
  expect('scene' in checkSpace(meltShop([]))).toBe(true);
});
