import { INTERVAL } from '#contract/interval.ts';
import type { Client } from '../demonstration/client.ts';
import { type Archive, ZONES } from './archive.ts';
import { finished } from './deliver.ts';
import type { Act, Rig } from './rig.ts';
import { offsetAt } from './story.ts';

const IMPORT = '/api/sdata/importData';

/** Does what people do, by the calls that their screens use. */
export async function act(client: Client, archive: Archive, rig: Rig, what: Act): Promise<void> {
  const { consumerId } = archive;
  const ammeterId = archive.meterIds.get(rig.code);
  switch (what.do) {
    case 'ledger':
      return void (await client.post('/api/archive/ledger/add', { ammeterId, ...what.event }));
    case 'ledgerEdit': {
      const id = archive.firstEvents.get(rig.code);
      return void (await client.post('/api/archive/ledger/edit', { ammeterId, id, ...what.event }));
    }
    case 'recalculate': {
      const [fromDt, toDt] = [
        wallOf(rig, rig.season.from).slice(0, 16),
        wallOf(rig, rig.season.to).slice(0, 16),
      ];
      const values = { ammeterId, fromDt, toDt, type: '1', interval: INTERVAL.quarter };
      const { taskId } = await client.post<{ taskId: number }>(
        '/api/archive/ammeter/editRecalculation',
        values,
      );
      return finished(client, taskId);
    }
    case 'insert': {
      const time = new Date(what.at).toISOString();
      const values = { consumerId, ammeterId, dataCode: 'PP', time, value: String(what.value) };
      return void (await client.post(`${IMPORT}/insert`, values));
    }
    case 'correct': {
      const { do: _, ...operation } = what;
      const values = { ammeterId, code: 'PP', ...operation, reason: 'score' };
      return void (await client.post('/api/sdata/correction/add', values));
    }
    case 'registerFile': {
      const lines = what.rows.map(({ at, value }) => `${rig.code},PP,${wallOf(rig, at)},${value}`);
      const text = ['表计编号,数据代码,时间,数值', ...lines].join('\n');
      const { taskId } = await client.upload<{ taskId: number }>(
        `${IMPORT}/importFile`,
        form(rig, consumerId, text),
      );
      return finished(client, taskId);
    }
    case 'energyFile': {
      const text = ['时间,电量', ...what.rows.map(({ at, value }) => `${wallOf(rig, at)},${value}`)].join(
        '\n',
      );
      const { importDataId: id, analysis } = await client.upload<{
        importDataId: number;
        analysis: { mapping: object };
      }>(`${IMPORT}/upload`, form(rig, consumerId, text));
      const columns = [
        { column: 0, role: 'stamp' },
        { column: 1, role: 'value', meterId: ammeterId, code: 'PP' },
      ];
      const zone = ZONES[rig.season.site];
      const mapping = {
        ...analysis.mapping,
        zone,
        columns,
        kind: 'interval',
        stamp: 'end',
        intervalSeconds: 900,
      };
      const { taskId } = await client.post<{ taskId: number }>(`${IMPORT}/commit`, { id, mapping });
      return finished(client, taskId);
    }
  }
}

/** The clock of the meter's site: `2025-10-05 10:15:00`. */
const wallOf = (rig: Rig, t: number): string =>
  new Date(t + offsetAt(rig.season.site, t)).toISOString().slice(0, 19).replace('T', ' ');

function form(rig: Rig, consumerId: number, text: string): FormData {
  const data = new FormData();
  data.append('consumerId', String(consumerId));
  data.append('upFile', new Blob([text]), `${rig.code}.csv`);
  return data;
}
