import { spawn } from 'node:child_process';
import { ROOT } from './product.ts';

/** Brings the web pages up to the sources, as npm start does. */
export async function buildPages(): Promise<void> {
  const script = `import { buildWeb } from './scripts/build.mjs'; await buildWeb();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  await new Promise((done) => child.once('exit', done));
}
