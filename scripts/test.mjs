// `npm test`: installs what is missing, checks, runs every test. The last line is `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ensureInstalled, modernEnvironment, modernNode, run, say, seconds } from './install.mjs';

const all = process.argv.includes('--all');
const began = Date.now();

await ensureInstalled();
const { ensureSystem } = await import('./system.mjs');
await ensureSystem(all);

const { check } = await import('./check.mjs');
const total = await check();
const reports = join(ROOT, 'node_modules/.cache/meterhouse');
const extra = all ? { TEST_ALL: '1' } : {};
const OLDER_POSTGRES = '/usr/lib/postgresql/15';

say('vitest …');
const vitest = ['run', '--reporter=default', '--reporter=json'];
add(await report('vitest', vitest, vitestCount));
if (all && existsSync(OLDER_POSTGRES)) {
  say('vitest on the oldest PostgreSQL, as a user without special rights …');
  const env = { TEST_POSTGRES: OLDER_POSTGRES };
  add(await report('vitest', [...vitest, '--project', 'unit', 'src'], vitestCount, env));
}
if (
  existsSync(join(ROOT, 'e2e')) &&
  readdirSync(join(ROOT, 'e2e')).some((name) => name.endsWith('.spec.ts'))
) {
  say('playwright …');
  add(await report('playwright', ['test', '--reporter=list,json'], playwrightCount));
}
say(`done in ${seconds(began)} s`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** @param {{passed: number, failed: number}} count */
function add(count) {
  total.passed += count.passed;
  total.failed += count.failed;
}

/**
 * Runs a test program; one that ends badly without a failed test counts as one failure.
 * @param {'vitest' | 'playwright'} name @param {string[]} args
 * @param {(report: any) => {passed: number, failed: number}} read
 * @param {Record<string, string>} [more]
 */
async function report(name, args, read, more) {
  const file = join(reports, `${name}.json`);
  const main = { vitest: 'vitest/vitest.mjs', playwright: '@playwright/test/cli.js' }[name];
  mkdirSync(reports, { recursive: true });
  rmSync(file, { force: true });
  const output = name === 'vitest' ? [`--outputFile.json=${file}`] : [];
  const env = modernEnvironment({ ...extra, ...more, PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const began = Date.now();
  const { code } = await run(modernNode(), [join(ROOT, 'node_modules', main), ...args, ...output], { env });
  say(`${name} took ${seconds(began)} s`);
  const count = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/** @param {{numPassedTests: number, numFailedTests: number, testResults: any[]}} result */
function vitestCount(result) {
  // A file that could not even be loaded has no tests to count.
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: result.numPassedTests, failed: result.numFailedTests + broken.length };
}

/** @param {{stats: {expected: number, unexpected: number, flaky: number}, errors: unknown[]}} result */
function playwrightCount({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}
