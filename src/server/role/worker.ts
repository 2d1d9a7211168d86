import { Worker } from 'node:worker_threads';
import { figureMemory } from '#feature/meters/reading/server/public.ts';
import type { Log } from '../database/log.ts';
import type { Config } from '../config.ts';

/** What the thread needs to open its own connections. */
export interface WorkerSettings {
  readonly connectionString: string;
  readonly filesDir: string;
  readonly config: Config;
}

/** What it is given. */
export interface WorkerData extends WorkerSettings {
  readonly figures: SharedArrayBuffer;
}

export interface WorkerRole {
  /** Lets the recording of cameras and the reports to platforms reach an `address:port` of this machine. */
  allow(address: string): void;
  /** Lets the running batch end, then closes the thread. */
  stop(): Promise<void>;
}

const RESTART_MS = 1000;
const STOP_MS = 15_000;
// With more than 2 GB to grow into, V8 lets garbage grow to four times what is in use, below that to twice.
const HEAP = { maxOldGenerationSizeMb: 2000 };

type Thread = Pick<WorkerRole, 'stop'> & { readonly tell: (message: unknown) => void };

/**
 * Runs the worker role (fold, long tasks), its watch (alarms, which never wait for a fold) and the recording of cameras
 * (which may send anything), each in a thread of its own.
 */
export function startWorker(settings: WorkerSettings, log: Log): WorkerRole {
  const work = startThread('worker', new URL('./workerThread.ts', import.meta.url), settings, log);
  const threads = [work, startThread('watch', new URL('./watchThread.ts', import.meta.url), settings, log)];
  const camera = startThread('camera', new URL('./cameraThread.ts', import.meta.url), settings, log);
  return {
    allow: (address) => {
      for (const thread of [work, camera]) thread.tell({ allow: address });
    },
    stop: async () => void (await Promise.all([...threads, camera].map((thread) => thread.stop()))),
  };
}

/** Starts a thread; one that dies is started again. */
function startThread(name: string, file: URL, settings: WorkerSettings, log: Log): Thread {
  let stopping = false;
  let loaded = false;
  let runs = false;
  let thread: Worker;
  const start = (): void => {
    if (stopping) return;
    loaded = false;
    runs = true;
    thread = new Worker(file, {
      name,
      workerData: { ...settings, figures: figureMemory() },
      resourceLimits: HEAP,
    });
    thread.once('message', () => (loaded = true));
    thread.on('error', (error) => log.error(`The ${name} failed: ${String(error)}`));
    thread.on('exit', () => {
      runs = false;
      setTimeout(start, RESTART_MS).unref();
    });
  };
  start();
  return {
    tell: (message) => thread.postMessage(message),
    stop: () =>
      new Promise((resolve) => {
        stopping = true;
        if (!runs) return resolve();
        const force = setTimeout(() => void thread.terminate(), STOP_MS);
        thread.once('exit', () => {
          clearTimeout(force);
          resolve();
        });
        // While it loads it hears nothing, and has nothing to end.
        if (loaded) thread.postMessage('stop');
        else void thread.terminate();
      }),
  };
}
