import { Session } from 'node:inspector/promises';
import type { Debugger, Runtime } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** Where a function's text stands. */
export interface Place {
  readonly file: string;
  /** From 0. */
  readonly line: number;
  /** From 0. */
  readonly column: number;
}

/** A function of the server: where it stands, and where the functions stand that it was made with. */
export interface Handler extends Place {
  readonly madeWith: readonly Place[];
}

/** How far behind a function others are looked for: what made it, and what that was given. */
const DEPTH = 3;

/**
 * Where functions stand in the source, as the engine that runs them knows it: however a call was put together, this is
 * the text that answers it. Types are stripped in place, so that lines and columns are those of the file.
 */
export async function handlersOf(functions: readonly unknown[]): Promise<Handler[]> {
  const session = new Session();
  session.connect();
  const files = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params }: { params: Debugger.ScriptParsedEventDataType }) => {
    if (params.url.startsWith('file:')) files.set(params.scriptId, fileURLToPath(params.url));
  });
  await session.post('Debugger.enable');
  const global = globalThis as { placed?: readonly unknown[] };
  global.placed = functions;
  try {
    const { result } = await session.post('Runtime.evaluate', { expression: 'globalThis.placed' });
    const list = await propertiesOf(session, result);
    const handlers: Handler[] = [];
    for (const [i] of functions.entries()) {
      const handle = list.result.find(({ name }) => name === String(i))?.value;
      const found = handle && (await functionOf(session, files, handle));
      if (!found?.place) throw new Error(`function ${i} has no place in a file`);
      const madeWith = new Map<string, Place>();
      for (const one of found.behind) await gather(session, files, one, DEPTH, madeWith);
      handlers.push({ ...found.place, madeWith: [...madeWith.values()] });
    }
    return handlers;
  } finally {
    delete global.placed;
    session.disconnect();
  }
}

const propertiesOf = (session: Session, { objectId }: Runtime.RemoteObject) =>
  session.post('Runtime.getProperties', { objectId: objectId as string, ownProperties: true });

type Files = ReadonlyMap<string, string>;

/** Where a function stands, and the values that it holds from the calls in which it was made. */
async function functionOf(
  session: Session,
  files: Files,
  handle: Runtime.RemoteObject,
): Promise<{ readonly place: Place | undefined; readonly behind: readonly Runtime.RemoteObject[] }> {
  const { internalProperties = [] } = await propertiesOf(session, handle);
  const inner = (name: string) => internalProperties.find((one) => one.name === name)?.value;
  const location = inner('[[FunctionLocation]]') as
    (Runtime.RemoteObject & { value: Debugger.Location }) | undefined;
  const file = location && files.get(location.value.scriptId);
  const place =
    location && file !== undefined
      ? { file, line: location.value.lineNumber, column: location.value.columnNumber ?? 0 }
      : undefined;
  const scopes = inner('[[Scopes]]');
  const behind: Runtime.RemoteObject[] = [];
  for (const scope of scopes ? (await propertiesOf(session, scopes)).result : []) {
    // What modules and the engine hold is found by name.
    if (!/^(Closure|Block)/.test(scope.value?.description ?? '') || !scope.value) continue;
    for (const { value } of (await propertiesOf(session, scope.value)).result)
      if (value?.objectId !== undefined) behind.push(value);
  }
  return { place, behind };
}

/** Adds the functions among a value and what it holds: a function, an object of functions, a list of them. */
async function gather(
  session: Session,
  files: Files,
  value: Runtime.RemoteObject,
  depth: number,
  into: Map<string, Place>,
): Promise<void> {
  if (depth === 0) return;
  if (value.type === 'function') {
    const { place, behind } = await functionOf(session, files, value);
    if (!place || into.has(keyOf(place))) return;
    into.set(keyOf(place), place);
    for (const one of behind) await gather(session, files, one, depth - 1, into);
    return;
  }
  if (value.className !== 'Object' && value.subtype !== 'array') return;
  for (const { value: held } of (await propertiesOf(session, value)).result)
    if (held?.type === 'function') await gather(session, files, held, depth, into);
}

const keyOf = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;
