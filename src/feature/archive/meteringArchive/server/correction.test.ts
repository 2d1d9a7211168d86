import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gaugeConfigure } from '#resource/yunshui/gaugeConfigure.ts';
import { add, unique } from '#test/build.ts';
import { type WholeEnterprise, buildWholeEnterprise, sampleRow } from '#test/build/whole.ts';
import { ok, startProduct, type Product } from '#test/product.ts';

// What was put down for the wrong instrument, and is corrected or deleted, leaves no trace in it.

const AT = '/api/yunshui';
type Row = Readonly<Record<string, unknown>> & { readonly id: number };

let product: Product;
let mine: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

interface Instrument {
  readonly id: number;
  readonly serNo: string;
  readonly ammeterId: number;
}

/** An instrument of a meter of the platform, verified on a day. */
async function instrument(lastAlignDate: string): Promise<Instrument> {
  const { consumerId, siteId, client } = mine;
  const serNo = unique('G');
  const ammeterId = await add(client, 'ammeter', {
    ammeterName: serNo,
    ammeterCode: serNo,
    consumerId,
    siteId,
  });
  const id = await add(client, 'gaugeConfigure', {
    ...sampleRow(gaugeConfigure, mine),
    serNo,
    manageNo: `M-${serNo}`,
    ammeterId,
    alignState: '1',
    alignCycle: 12,
    lastAlignDate,
    nextAlignDate: null,
    installTime: '2024-01-31',
  });
  return { id, serNo, ammeterId };
}

const stands = async ({ id }: Instrument, ...names: readonly string[]): Promise<unknown[]> => {
  const row = ok(await mine.client.get<Row>(`${AT}/gaugeConfigure/get`, { id }));
  return names.map((name) => row[name]);
};
const dates = (of: Instrument) => stands(of, 'lastAlignDate', 'nextAlignDate');

const verify = ({ serNo }: Instrument, verifyTime: string): Promise<number> =>
  add(mine.client, 'gaugeVerifyConfigure', { serNo, manageNo: 'M', verifyOrg: 'Bureau', verifyTime });

const set = (resource: string, id: number, fieldName: string, fieldValue: unknown) =>
  mine.client.post<Row>(`${AT}/${resource}/editfield`, { id, fieldName, fieldValue });
const del = async (resource: string, ...ids: readonly number[]) =>
  ok(await mine.client.post(`${AT}/${resource}/del`, { ids }));

async function bringIn(resource: string, lines: readonly string[]): Promise<number> {
  const file = { name: 'list.csv', content: Buffer.from(lines.join('\n')) };
  const reply = await mine.client.upload<{ importId: number; counts: Record<string, number> }>(
    `${AT}/${resource}/importFile`,
    { dryRun: 0 },
    file,
  );
  expect(ok(reply).counts).toMatchObject({ faulty: 0, same: 0 });
  return ok(reply).importId;
}

describe('a verification', () => {
  it('that was put down for another instrument gives that one its dates back and moves the right one', async () => {
    const [a, b] = [await instrument('2025-03-01'), await instrument('2024-05-01')];
    const id = await verify(a, '2026-02-10');
    expect(await dates(a)).toEqual(['2026-02-10', '2027-02-10']);
    ok(await set('gaugeVerifyConfigure', id, 'serNo', b.serNo));
    expect(await dates(a)).toEqual(['2025-03-01', '2026-03-01']);
    expect(await dates(b)).toEqual(['2026-02-10', '2027-02-10']);
    await del('gaugeVerifyConfigure', id);
    expect(await dates(b)).toEqual(['2024-05-01', '2025-05-01']);
  });

  it.each([
    ['the older first', [0, 1]],
    ['the newer first', [1, 0]],
  ] as const)('of which there are two, deleted %s, leaves the day before both', async (_, order) => {
    const one = await instrument('2023-01-01');
    const ids = [await verify(one, '2024-01-01'), await verify(one, '2025-01-01')];
    for (const n of order) await del('gaugeVerifyConfigure', ids[n] ?? 0);
    expect(await dates(one)).toEqual(['2023-01-01', '2024-01-01']);
  });

  it('that is moved to another day is known by that day to those entered after it', async () => {
    const one = await instrument('2023-01-01');
    const first = await verify(one, '2024-01-01');
    const second = await verify(one, '2025-01-01');
    ok(await set('gaugeVerifyConfigure', first, 'verifyTime', '2024-06-01'));
    await del('gaugeVerifyConfigure', first);
    expect(await dates(one)).toEqual(['2025-01-01', '2026-01-01']);
    await del('gaugeVerifyConfigure', second);
    expect(await dates(one)).toEqual(['2023-01-01', '2024-01-01']);
  });

  it('of a file whose newest rows come first is undone with the dates', async () => {
    const one = await instrument('2023-01-01');
    const importId = await bringIn('gaugeVerifyConfigure', [
      'Serial number,Management number,Verifying body,Verified on',
      ...['2025-01-01', '2024-01-01'].map((day) => `${one.serNo},M,Bureau,${day}`),
    ]);
    expect(await dates(one)).toEqual(['2025-01-01', '2026-01-01']);
    ok(await mine.client.post('/api/sys/importRun/undo', { id: importId }));
    expect(await dates(one)).toEqual(['2023-01-01', '2024-01-01']);
  });
});

describe('a replacement', () => {
  const replace = ({ serNo }: Instrument, installSerNo: string, installTime: string): Promise<number> =>
    add(mine.client, 'gaugeReplaceConfigure', {
      replacedSerno: serNo,
      replacedManageNo: `M-${serNo}`,
      installSerNo,
      installManageNo: 'M-N',
      installTime,
      replacedRegister: 168,
      installRegister: 3,
    });
  const serials = async ({ ammeterId }: Instrument): Promise<unknown[]> => {
    const { rows } = await sql<{ serial: string | null }>`
      select serial from ledger_segment where meter_id = ${ammeterId} order by from_ts`.execute(
      product.database.db,
    );
    return rows.map(({ serial }) => serial);
  };
  const bears = (of: Instrument) => stands(of, 'serNo', 'manageNo', 'installTime');

  it('that was put down for another instrument leaves that one and its life as they were', async () => {
    const [a, b] = [await instrument('2025-03-01'), await instrument('2025-03-01')];
    const fresh = unique('N');
    const id = await replace(a, fresh, '2025-03-05T02:00:00Z');
    expect(await bears(a)).toEqual([fresh, 'M-N', '2025-03-05']);
    expect(await serials(a)).toContain(fresh);
    ok(
      await mine.client.post(`${AT}/gaugeReplaceConfigure/edit`, {
        id,
        replacedSerno: b.serNo,
        replacedManageNo: `M-${b.serNo}`,
      }),
    );
    expect(await bears(a)).toEqual([a.serNo, `M-${a.serNo}`, '2024-01-31']);
    expect(await serials(a)).not.toContain(fresh);
    expect(await bears(b)).toEqual([fresh, 'M-N', '2025-03-05']);
    expect(await serials(b)).toContain(fresh);
    await del('gaugeReplaceConfigure', id);
    expect(await bears(b)).toEqual([b.serNo, `M-${b.serNo}`, '2024-01-31']);
    expect(await serials(b)).not.toContain(fresh);
  });

  it('of two, the later deleted, leaves the day of the one before; a number that nobody bears is refused', async () => {
    const one = await instrument('2025-03-01');
    const [first, second] = [unique('N'), unique('N')];
    await replace(one, first, '2025-03-05T02:00:00Z');
    const later = await replace({ ...one, serNo: first }, second, '2025-04-05T02:00:00Z');
    expect(await bears(one)).toEqual([second, 'M-N', '2025-04-05']);
    await del('gaugeReplaceConfigure', later);
    expect(await stands(one, 'serNo', 'installTime')).toEqual([first, '2025-03-05']);
    expect(
      await mine.client.post(`${AT}/gaugeReplaceConfigure/add`, {
        replacedSerno: unique('Z'),
        replacedManageNo: 'M',
        installSerNo: unique('Z'),
        installManageNo: 'M',
        installTime: '2025-05-05T02:00:00Z',
      }),
    ).toMatchObject({ code: 400, field: 'replacedSerno' });
  });
});

describe('the next verification', () => {
  const file = (of: Instrument, last: string, next: string): string[] => [
    'Serial number,Last verified,Next verification',
    `${of.serNo},${last},${next}`,
  ];

  it('is what a file says, also where it stands already; undone, it is what it was', async () => {
    const one = await instrument('2025-03-01');
    ok(await set('gaugeConfigure', one.id, 'nextAlignDate', '2026-12-31'));
    const importId = await bringIn('gaugeConfigure', file(one, '2025-06-01', '2026-12-31'));
    expect(await dates(one)).toEqual(['2025-06-01', '2026-12-31']);
    ok(await mine.client.post('/api/sys/importRun/undo', { id: importId }));
    expect(await dates(one)).toEqual(['2025-03-01', '2026-12-31']);
  });

  it('follows the cycle where the file leaves it empty or does not speak of it', async () => {
    const one = await instrument('2025-03-01');
    await bringIn('gaugeConfigure', file(one, '2025-06-01', ''));
    expect(await dates(one)).toEqual(['2025-06-01', '2026-06-01']);
    await bringIn('gaugeConfigure', ['Serial number,Last verified', `${one.serNo},2025-07-01`]);
    expect(await dates(one)).toEqual(['2025-07-01', '2026-07-01']);
  });

  it('is what a call says beside another last one', async () => {
    const one = await instrument('2025-03-01');
    const stated = { id: one.id, lastAlignDate: '2025-06-01', nextAlignDate: '2026-03-01' };
    ok(await mine.client.post(`${AT}/gaugeConfigure/edit`, stated));
    expect(await dates(one)).toEqual(['2025-06-01', '2026-03-01']);
    ok(await set('gaugeConfigure', one.id, 'lastAlignDate', '2025-07-01'));
    expect(await dates(one)).toEqual(['2025-07-01', '2026-07-01']);
  });
});
