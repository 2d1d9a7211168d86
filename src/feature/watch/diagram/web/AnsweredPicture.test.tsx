import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyScene, type Scene } from '#contract/scene/scene.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { draw } from '#web/resource/testBed.tsx';
import { AnsweredPicture } from './AnsweredPicture.tsx';
import { texts } from './texts.ts';

const layer = 'l';
const source = { kind: 'item', ammeterId: 7, dataCode: 'PZ' } as const;
const scene: Scene = {
  ...emptyScene([{ id: layer, name: 'L' }]),
  elements: [
    { id: 'v', type: 'value', layer, x: 0, y: 0, bindings: [{ source, map: { kind: 'format', decimals: 0, unit: null } }] },
  ],
}; // prettier-ignore

/** What a wall draws and says of a power so long after it was told (ms), where the server's clock is so far ahead. */
async function wallAfter(age: number, ahead: number): Promise<string> {
  const at = Date.now() + ahead;
  const told = { key: 'item:7:PZ', value: 47, ts: at - age, unit: 'kW', holdMs: MINUTE_MS };
  const values = { at, values: [told], curves: [] };
  const picture = <AnsweredPicture name="Wall" picture="1" scene={scene} names={[]} values={values} />;
  await draw(picture, { phrases: { diagram: texts } });
  const figure = screen.getByRole('figure');
  await waitFor(() => expect(figure).toHaveTextContent('47 kW'));
  await waitFor(() => expect(figure).not.toHaveTextContent('Reading'));
  return figure.textContent ?? '';
}

test.each([HOUR_MS, -HOUR_MS])(
  'drawing and words go by the same clock where the device is off by %i ms',
  async (ahead) => {
    expect(await wallAfter(0, ahead)).toMatch(/47 kWAlarms and old values: No alarm, every value is fresh/);
  },
);

test.each([HOUR_MS, -HOUR_MS])(
  'what is old is old in both where the device is off by %i ms',
  async (ahead) => {
    const said = await wallAfter(10 * MINUTE_MS, ahead);
    expect(said).toMatch(/47 kW {2}○ 10 min/);
    expect(said).toMatch(/Alarms and old values: 1/);
  },
);
