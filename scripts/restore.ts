import { join } from 'node:path';
import { unpackFrom } from '#server/backup/archive.ts';
import { readBackup } from '#server/backup/readBackup.ts';
import { markFolder } from '#server/backup/restoreMark.ts';
import { withProductDatabase } from '#server/backup/source.ts';
import { readConfig } from '#server/config.ts';
import { plainFault } from '#server/storageFault.ts';
import { runTool } from './tool.ts';

// npm run restore -- FILE.tar | FOLDER
await runTool('restore', async (source, log) => {
  const config = readConfig(process.env);
  const read = async (folder: string): Promise<void> => {
    const unmark = config.databaseUrl === undefined ? await markFolder(config.dataDir) : async () => {};
    try {
      await withProductDatabase(config, { mustExist: false, log }, ({ pool }) =>
        readBackup(pool, join(config.dataDir, 'files'), folder, log, unmark),
      );
    } catch (error) {
      throw plainFault(error, config.dataDir);
    } finally {
      // Ended without a mark in the database: whole, or nothing was written.
      await unmark();
    }
  };
  await unpackFrom(source, read, log);
});
