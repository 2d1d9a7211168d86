import { join } from 'node:path';
import { ROOT } from './product.ts';
import { writePage } from './section.ts';
import { sections } from './sections.ts';

/*
 * npm run bench: measures the product on this machine and writes docs/benchmarks.md. `npm run bench -- --sustained`
 * measures the named sections only; the others of the page stay.
 */
const say = (line: string): void => console.log(line);
const wanted = process.argv.slice(2).map((argument) => argument.replace(/^--/, ''));
const unknown = wanted.find((name) => !sections.some((section) => section.name === name));
if (unknown !== undefined) {
  say(`There is no section ${unknown}: ${sections.map((section) => `--${section.name}`).join(', ')}`);
  process.exit(2);
}
const chosen = sections.filter(({ name, onRequest }) =>
  wanted.length > 0 ? wanted.includes(name) : !onRequest,
);
const page = join(ROOT, 'docs/benchmarks.md');
for (const section of chosen) {
  say(`\n${section.name} …`);
  await writePage(page, await section.measure(say));
}
say(`Written: ${page}`);
