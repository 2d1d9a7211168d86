import { join } from 'node:path';
import { unpackFrom } from '#server/backup/archive.ts';
import { readBackup } from '#server/backup/readBackup.ts';
import { withProductDatabase } from '#server/backup/source.ts';
import { readConfig } from '#server/config.ts';
import { runTool } from './tool.ts';

// npm run restore -- FILE.tar | FOLDER
await runTool('restore', async (source, log) => {
  const config = readConfig(process.env);
  await unpackFrom(source, (folder) =>
    withProductDatabase(config, { mustExist: false, log }, ({ pool }) =>
      readBackup(pool, join(config.dataDir, 'files'), folder, log),
    ),
  );
});
