import { checkBlocks } from '#series/public.ts';
import { withProductDatabase } from '#server/backup/source.ts';
import { readConfig } from '#server/config.ts';
import { runSeriesTool } from './seriesTool.ts';

// npm run check:series: opens every sealed month, which checks its checksum, and compares it with what its row tells.
await runSeriesTool({ most: 0, usage: 'npm run check:series' }, async (_, log) => {
  const found = await withProductDatabase(readConfig(process.env), { mustExist: true, log }, ({ pool }) =>
    checkBlocks(pool),
  );
  for (const fault of found.faults) log.error(fault);
  const bytes = found.values === 0 ? '' : `, ${(found.bytes / found.values).toFixed(2)} bytes a value`;
  log.info(
    `${found.blocks} blocks, ${found.rows} rows, ${found.values} values, ${found.bytes} bytes${bytes}; ` +
      `${found.faults.length} with a fault.`,
  );
  return found.faults.length === 0 ? 0 : 1;
});
