import { openFigureMonth, openMonth, sealedMeters } from '#series/public.ts';
import { withProductDatabase } from '#server/backup/source.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import type { Queryable } from '#server/database/queryable.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { runSeriesTool } from './seriesTool.ts';

// npm run open:months -- 2025-01 [METER_ID]: the readings of a sealed month are rows again, of all meters or of one.
await runSeriesTool(
  { most: 2, usage: 'npm run open:months -- 2025-01 [METER_ID]' },
  async ([month, meter], log) => {
    if (month === undefined || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
      throw new ConfigError('Which month? Type: npm run open:months -- 2025-01 [METER_ID]');
    if (meter !== undefined && !/^\d{1,10}$/.test(meter))
      throw new ConfigError(`${meter} is no number of a meter.`);
    const day = `${month}-01`;
    const done = await withProductDatabase(
      readConfig(process.env),
      { mustExist: true, log },
      async ({ pool }) => {
        const ids = meter === undefined ? await sealedMeters(pool, day) : [Number(meter)];
        let opened = 0;
        let rows = 0;
        for (const id of ids) {
          const own = await openMonth(pool, id, day);
          const figures = await inTransaction(pool, (client) =>
            openFigureMonth(client as Queryable, id, day),
          );
          if (own === null && figures === 0) continue;
          opened++;
          rows += own ?? 0;
        }
        return { opened, rows };
      },
    );
    log.info(`${month}: opened of ${done.opened} meters, ${done.rows} rows.`);
    return 0;
  },
);
