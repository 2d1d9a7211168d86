// Runs a TypeScript tool on the modern Node, installing it first: `node scripts/run.mjs scripts/backup.ts FILE.tar`.
import { ensureInstalled, modernNode, run } from './install.mjs';

await ensureInstalled();
process.exitCode = (await run(modernNode(), process.argv.slice(2))).code;
