const STORED = 'meterhouse.returnAddress';
const LOGIN = '#/login';

/** Remembers where the person was and goes to the log-in page. */
export function leaveForLogin(): void {
  const hash = location.hash;
  if (hash.toLowerCase().startsWith(LOGIN)) return;
  if (hash.length > 2) sessionStorage.setItem(STORED, hash);
  location.hash = LOGIN;
}

/** Remembers an address of this product (without `#`) to return to after log-in. */
export function storeReturnAddress(path: string): void {
  sessionStorage.setItem(STORED, `#${path}`);
}

/** Takes the address to return to after log-in, without `#`; null when there is none. */
export function takeReturnAddress(): string | null {
  const hash = sessionStorage.getItem(STORED);
  sessionStorage.removeItem(STORED);
  return hash?.startsWith('#/') ? hash.slice(1) : null;
}

/** Log-out forgets the address. */
export function forgetReturnAddress(): void {
  sessionStorage.removeItem(STORED);
}
