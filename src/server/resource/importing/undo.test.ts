import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '#contract/define.ts';
import type { Page } from '#contract/envelope.ts';
import { resourceOf } from '#resource/index.ts';
import { gaugeConfigure } from '#resource/yunshui/gaugeConfigure.ts';
import { add, unique } from '#test/build.ts';
import { buildWholeEnterprise, sampleRow, type WholeEnterprise } from '#test/build/whole.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { Receipt } from './importRow.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

let product: Product;
let mine: WholeEnterprise;
beforeAll(async () => {
  product = await startProduct();
  mine = await buildWholeEnterprise(product);
});
afterAll(() => product.close());

const send = async (resource: string, lines: readonly string[]): Promise<Receipt> => {
  const file = { name: 'list.csv', content: Buffer.from(lines.join('\n')) };
  const path = `${addressOf(resourceOf(resource))}/importFile`;
  return ok(await mine.client.upload<Receipt>(path, {}, file));
};

const undo = ({ importId }: Receipt) =>
  mine.client.post<{ undone: number }>('/api/sys/importRun/undo', { id: importId });

const found = async (resource: string, fields: object): Promise<Row | undefined> => {
  const path = `${addressOf(resourceOf(resource))}/searchpage`;
  return ok(await mine.client.get<Page<Row>>(path, { ...fields })).list[0];
};

describe('an import is undone', () => {
  it('where the file names a row more than once', async () => {
    const [old, fresh] = [unique(), unique()];
    const { siteId } = mine;
    await add(mine.client, 'ammeter', { ammeterName: 'A', ammeterCode: old, siteId, ratedPower: 5 });
    const done = await send('ammeter', [
      'Meter name,Meter code,Site,Rated power (kW)',
      `Sub,${fresh},Main site,`,
      `Sub again,${fresh},Main site,7`,
      `B,${old},Main site,5`,
      `C,${old},Main site,6`,
    ]);
    expect(done.counts).toEqual({ new: 1, changed: 3, same: 0, faulty: 0 });
    expect(ok(await undo(done))).toEqual({ undone: 4 });
    expect(await found('ammeter', { ammeterCode: fresh })).toBeUndefined();
    expect(await found('ammeter', { ammeterCode: old })).toMatchObject({ ammeterName: 'A', ratedPower: 5 });
  });

  it('but not where somebody changed a row between its lines and now', async () => {
    const code = unique();
    const done = await send('ammeter', [
      'Meter name,Meter code,Site',
      `One,${code},Main site`,
      `Two,${code},Main site`,
    ]);
    const id = (await found('ammeter', { ammeterCode: code }))?.id;
    ok(await mine.client.post('/api/archive/ammeter/editfield', { id, fieldName: 'ammeterName', fieldValue: 'One' })); // prettier-ignore
    expect(await undo(done)).toMatchObject({ code: 409 });
    expect(await found('ammeter', { ammeterCode: code })).toMatchObject({ ammeterName: 'One' });
  });

  it('where the product went on writing what is its own: a gateway that has spoken', async () => {
    const gatewayName = unique('Gateway ');
    const done = await send('gateway', ['Gateway name', gatewayName]);
    expect(done.counts).toMatchObject({ new: 1 });
    await sql`update gateway set last_seen_at = now() where gateway_name = ${gatewayName}`.execute(
      product.database.db,
    );
    expect(ok(await undo(done))).toEqual({ undone: 1 });
    expect(await found('gateway', { gatewayName })).toBeUndefined();
  });

  it('of replacements with the ledger of their meters', async () => {
    const { client, consumerId, siteId } = mine;
    const meter = await add(client, 'ammeter', { ammeterName: 'Furnace', ammeterCode: unique(), consumerId, siteId }); // prettier-ignore
    const serNo = unique('A-');
    // prettier-ignore
    const gauge = { ...sampleRow(gaugeConfigure, mine), serNo, manageNo: 'M-A', ammeterId: meter, alignState: '1' };
    const gaugeId = await add(client, 'gaugeConfigure', gauge);
    const ledger = async () => {
      const { rows } = await sql`select serial, to_ts, start_register, end_register
        from ledger_segment where meter_id = ${meter} order by from_ts`.execute(product.database.db);
      return rows;
    };
    const columns = 'replacedSerno,replacedManageNo,installSerNo,installManageNo,installTime,replacedRegister,installRegister'; // prettier-ignore
    const done = await send('gaugeReplaceConfigure', [
      columns,
      `${serNo},M-A,${unique('B-')},M-B,2025-03-05T06:30:00Z,168,3`,
    ]);
    expect(done.counts).toMatchObject({ new: 1, faulty: 0 });
    expect(await ledger()).toHaveLength(2);
    expect(ok(await undo(done))).toEqual({ undone: 1 });
    expect(await ledger()).toEqual([{ serial: null, to_ts: null, start_register: null, end_register: null }]);
    expect(await found('gaugeConfigure', { serNo })).toMatchObject({ id: gaugeId, manageNo: 'M-A' });
  });
});
