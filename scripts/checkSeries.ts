import { checkBlocks, checkFigures } from '#series/public.ts';
import { withProductDatabase } from '#server/backup/source.ts';
import { readConfig } from '#server/config.ts';
import { runSeriesTool } from './seriesTool.ts';

// npm run check:series: opens every sealed month, which checks its checksum, and compares it with what its row tells.
await runSeriesTool({ most: 0, usage: 'npm run check:series' }, async (_, log) => {
  const { found, figures } = await withProductDatabase(
    readConfig(process.env),
    { mustExist: true, log },
    async ({ pool }) => ({ found: await checkBlocks(pool), figures: await checkFigures(pool) }),
  );
  const faults = [...found.faults, ...figures.faults];
  for (const fault of faults) log.error(fault);
  const bytes = found.values === 0 ? '' : `, ${(found.bytes / found.values).toFixed(2)} bytes a value`;
  log.info(
    `${found.blocks} blocks, ${found.rows} rows, ${found.values} values, ${found.bytes} bytes${bytes}; ` +
      `${figures.blocks} blocks of figures, ${figures.buckets} buckets; ${faults.length} with a fault.`,
  );
  return faults.length === 0 ? 0 : 1;
});
