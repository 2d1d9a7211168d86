import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATOR_PASSWORD } from '#test/running.ts';
import { Client } from '../../simulator/demonstration/client.ts';
import { ask } from './backends.ts';
import type { Victim } from './victim.ts';

const ROWS = 4000;
const DONE_MS = 120_000;

/** An import of the trial: which rows of its meter it brought. */
interface Imported {
  readonly id: number;
  undone: boolean;
}

/** Long work in the product that is disturbed: imports, their undoing, recalculations. */
export class Work {
  readonly #victim: Victim;
  readonly #consumerId: number;
  readonly #imports: Imported[] = [];

  /** @param consumerId the enterprise whose meters are M1, M2 …; imports go to M1000 */
  constructor(victim: Victim, consumerId: number) {
    this.#victim = victim;
    this.#consumerId = consumerId;
  }

  /** Makes the meter that imports go to. */
  async prepare(): Promise<void> {
    const client = await this.#client();
    const sites = await ask<{ id: number }>(this.#victim.dataDir, 'select id from monitor_site');
    await client.post('/api/archive/ammeter/add', {
      ammeterCode: 'M1000',
      ammeterName: 'M1000',
      consumerId: this.#consumerId,
      siteId: sites?.[0]?.id ?? 0,
      deviceType: '4',
      dataType: '1',
    });
  }

  /** Imports the next rows; `disturb` happens meanwhile. @returns whether it came to its end */
  async import(disturb: () => Promise<void>): Promise<boolean> {
    const first = this.#imports.length * ROWS;
    const lines = ['Meter code,Data code,Time,Value'];
    for (let i = first; i < first + ROWS; i++) {
      const at = new Date(Date.UTC(2024, 0, 1) + i * 60_000).toISOString();
      lines.push(`M1000,FR,${at.slice(0, 10)} ${at.slice(11, 16)},50`);
    }
    const form = new FormData();
    form.set('consumerId', String(this.#consumerId));
    form.set('upFile', new Blob([lines.join('\n')]), `rows-${first}.csv`);
    const client = await this.#client();
    const { importDataId, taskId } = await client.upload<{ importDataId: number; taskId: number }>(
      '/api/sdata/importData/importFile',
      form,
    );
    this.#imports.push({ id: importDataId, undone: false });
    await disturb();
    return this.#done(taskId);
  }

  /** Undoes the last import that counts; asked again until it is confirmed, as a person would. */
  async undo(disturb: () => Promise<void>): Promise<boolean> {
    const last = this.#imports.findLast(({ undone }) => !undone);
    if (!last) return true;
    const client = await this.#client();
    const query = client.post('/api/sdata/importData/del', { id: last.id }).catch(() => {});
    await disturb();
    await query;
    last.undone = true;
    return this.#until(async () => {
      await (await this.#client()).post('/api/sdata/importData/del', { id: last.id });
      return true;
    });
  }

  /** Makes the figures of M1 again. */
  async recalculate(disturb: () => Promise<void>): Promise<boolean> {
    const client = await this.#client();
    const rows = await ask<{ id: number }>(
      this.#victim.dataDir,
      `select id from ammeter where ammeter_code = 'M1'`,
    );
    const { taskId } = await client.post<{ taskId: number | null }>(
      '/api/archive/ammeter/editRecalculation',
      {
        ammeterId: rows?.[0]?.id ?? 0,
        fromDt: '2025-01-01',
        toDt: '2025-01-31',
      },
    );
    await disturb();
    return taskId === null || this.#done(taskId);
  }

  /** Imports whose rows are not there exactly once: how many rows are missing and how many too many. */
  async judge(): Promise<{ rows: number; lost: number; doubled: number }> {
    const outcome = { rows: 0, lost: 0, doubled: 0 };
    for (const { id, undone } of this.#imports) {
      const rows = await ask<{ n: number; state: string }>(
        this.#victim.dataDir,
        `select d.state, (select count(*)::integer from reading r
           where r.source = any(coalesce(d.source_ids, array[d.source_id]))) as n
         from import_data d where d.id = $1`,
        [id],
      );
      const { n = 0, state = '' } = rows?.[0] ?? {};
      outcome.rows += ROWS;
      if (state !== (undone ? 'undone' : 'done')) outcome.lost += ROWS;
      else if (n < ROWS) outcome.lost += ROWS - n;
      else outcome.doubled += n - ROWS;
    }
    return outcome;
  }

  async #done(taskId: number): Promise<boolean> {
    return this.#until(async () => {
      const { state } = await (await this.#client()).get<{ state: string }>('/api/task/get', { id: taskId });
      if (state === 'failed' || state === 'stopped') throw new Ended(state);
      return state === 'done';
    });
  }

  async #until(test: () => Promise<boolean>): Promise<boolean> {
    const end = Date.now() + DONE_MS;
    while (Date.now() < end) {
      try {
        if (await test()) return true;
      } catch (error) {
        if (error instanceof Ended) return false;
      }
      await sleep(200);
    }
    return false;
  }

  async #client(): Promise<Client> {
    const client = new Client(this.#victim.baseUrl);
    await client.login('operator', OPERATOR_PASSWORD);
    return client;
  }
}

class Ended extends Error {}
