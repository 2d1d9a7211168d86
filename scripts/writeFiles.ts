import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

/** The project's root. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What a generator writes: new files, and lists that get a line more; text by path from the root. */
export interface Generated {
  readonly files: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, string>>;
}

/** A name that is a file, a variable and an address at once: `energyAccount`. @throws Error when it is none. */
export function checkName(name: string | undefined): string {
  if (name === undefined || !/^[a-z][A-Za-z0-9]*$/.test(name))
    throw new Error(`${name ?? 'The name'} must be a name in lower camel case such as energyAccount.`);
  return name;
}

/** `energyAccount` → `EnergyAccount`. */
export const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * Puts a line before the first line that `before` matches.
 * @throws Error when the list does not look as the generator knows it.
 */
export function insertBefore(source: string, before: RegExp, line: string, where: string): string {
  const lines = source.split('\n');
  const at = lines.findIndex((one) => before.test(one));
  if (at < 0) throw new Error(`${where} has no line like ${String(before)}; add the line by hand.`);
  return lines.toSpliced(at, 0, line).join('\n');
}

/** Puts an import among the imports of a file, in the order of their paths. */
export function insertImport(source: string, names: string, path: string): string {
  const lines = source.split('\n');
  const line = `import { ${names} } from '${path}';`;
  const from = (one: string): string | undefined => /^import .* from '(.*)';$/.exec(one)?.[1];
  const group = path.startsWith('#') ? '#' : './';
  const after = lines.findLastIndex((one) => {
    const other = from(one);
    return other?.startsWith(group) && other < path;
  });
  if (after >= 0) return lines.toSpliced(after + 1, 0, line).join('\n');
  const first = lines.findIndex((one) => from(one)?.startsWith(group));
  return lines.toSpliced(Math.max(0, first), 0, line).join('\n');
}

/** Formats what was generated as the project is formatted. */
export async function formatted(path: string, text: string): Promise<string> {
  const config = await resolveConfig(join(ROOT, '.prettierrc.json'));
  return format(text, { ...config, filepath: path });
}

/** Writes everything, or nothing when one of the new files exists. @throws Error naming it. */
export async function writeGenerated({ files, lists }: Generated, root = ROOT): Promise<string[]> {
  const taken = Object.keys(files).find((path) => existsSync(join(root, path)));
  if (taken) throw new Error(`${taken} exists already.`);
  const all = Object.entries({ ...files, ...lists });
  const ready = await Promise.all(
    all.map(async ([path, text]) => [path, await formatted(path, text)] as const),
  );
  for (const [path, text] of ready) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return ready.map(([path]) => path);
}

/** Runs a generator as a command; a fault is one sentence. */
export async function runGenerator(
  usage: string,
  generate: (args: readonly string[]) => Promise<Generated>,
  next: readonly string[],
): Promise<void> {
  try {
    const args = process.argv.slice(2);
    if (args.length === 0) throw new Error(usage);
    for (const path of await writeGenerated(await generate(args))) console.log(`wrote ${path}`);
    for (const line of next) console.log(line);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
