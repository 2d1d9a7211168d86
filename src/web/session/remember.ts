const STORED = 'meterhouse.userName';

/**
 * The account name remembered on this device. Never a password and nothing that opens a session: what keeps a person
 * logged in is the cookie, which scripts cannot read.
 */
export function remembered(): string {
  const stored = localStorage.getItem(STORED);
  if (stored === null) return '';
  try {
    const name: unknown = JSON.parse(atob(stored));
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

/** Remembers an account name, encoded (specification 3 section 3), or forgets it. */
export function rememberUserName(userName: string | null): void {
  if (userName === null) localStorage.removeItem(STORED);
  // JSON in ASCII: Base64 of the browser takes no other letters.
  else
    localStorage.setItem(
      STORED,
      btoa(
        JSON.stringify(userName).replace(
          /[\u0080-\uffff]/g,
          (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
      ),
    );
}
