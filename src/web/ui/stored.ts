/** A value kept in the browser's local storage, with listeners for `useSyncExternalStore`. */
export interface Stored<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  /** Takes a value from elsewhere, of any age. */
  readonly take: (value: object) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes a stored value; `read` turns what was stored (of any age) into a value that is safe to use. */
export function createStored<T>(key: string, initial: T, read: (value: object) => T): Stored<T> {
  const listeners = new Set<() => void>();
  let value = load();

  function load(): T {
    try {
      const parsed: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      return parsed && typeof parsed === 'object' ? read(parsed) : initial;
    } catch {
      return initial;
    }
  }

  const set = (next: T): void => {
    value = next;
    localStorage.setItem(key, JSON.stringify(next));
    for (const listener of listeners) listener();
  };
  return {
    get: () => value,
    set,
    take: (from) => set(read(from)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
