/** The part of a logger that start-up and database code needs; a pino logger fits. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A logger that says nothing, for tests and tools. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };
