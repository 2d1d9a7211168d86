const STORED = 'meterhouse.userName';

/** The account name remembered on this device; never a password, never anything that opens a session. */
export function rememberedUserName(): string {
  return localStorage.getItem(STORED) ?? '';
}

/** Remembers an account name, or forgets it. */
export function rememberUserName(userName: string | null): void {
  if (userName === null) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, userName);
}
