import { execFileSync } from 'node:child_process';

/**
 * Writes a certificate of its own for `localhost`, valid for two days, and its key, both in PEM.
 * @returns false where this machine has no openssl
 */
export function makeCertificate(cert: string, key: string): boolean {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const about = ['-nodes', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  try {
    execFileSync(
      'openssl',
      ['req', '-x509', ...curve, '-days', '2', ...about, '-keyout', key, '-out', cert],
      { stdio: 'ignore' },
    );
    return true;
  } catch {
    return false;
  }
}
