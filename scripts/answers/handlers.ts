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

/**
 * Where functions stand in the source, as the engine that runs them knows it: however a call was put together, this is
 * the text that answers it. Types are stripped in place, so that lines and columns are those of the file.
 */
export async function placesOf(functions: readonly unknown[]): Promise<Place[]> {
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
    const list = await session.post('Runtime.getProperties', {
      objectId: result.objectId as string,
      ownProperties: true,
    });
    const places: Place[] = [];
    for (const [i] of functions.entries()) {
      const handle = list.result.find(({ name }) => name === String(i))?.value?.objectId as string;
      const { internalProperties = [] } = await session.post('Runtime.getProperties', {
        objectId: handle,
        ownProperties: true,
      });
      const place = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')?.value as
        (Runtime.RemoteObject & { value: Debugger.Location }) | undefined;
      const file = place && files.get(place.value.scriptId);
      if (!place || file === undefined) throw new Error(`function ${i} has no place in a file`);
      places.push({ file, line: place.value.lineNumber, column: place.value.columnNumber ?? 0 });
    }
    return places;
  } finally {
    delete global.placed;
    session.disconnect();
  }
}
