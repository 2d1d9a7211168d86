import { Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { newTotpSecret, stepOfCode, totpAddress } from './totp.ts';

const rfc = Secret.fromLatin1('12345678901234567890').base32;

describe('codes by time', () => {
  // RFC 6238 appendix B, the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at %d s', (seconds, code) => {
    expect(stepOfCode(rfc, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('are taken one step early and late, no more', () => {
    const at = 1_234_567_890_000;
    const step = Math.floor(at / 30_000);
    for (const off of [-1, 0, 1]) expect(stepOfCode(rfc, '005924', at - off * 30_000)).toBe(step);
    for (const off of [-2, 2]) expect(stepOfCode(rfc, '005924', at - off * 30_000)).toBeNull();
  });

  it.each(['', '00592', '0059240', '٠٠٥٩٢٤', 'abcdef', '-05924', '5924'])('are not %j', (code) => {
    expect(stepOfCode(rfc, code, 1_234_567_890_000)).toBeNull();
  });

  it('are read with gaps and in wide digits', () => {
    expect(stepOfCode(rfc, ' ００５ 924 ', 1_234_567_890_000)).toBe(41_152_263);
  });

  it('come from 160 random bits, in an address that an authenticator reads', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
    const address = new URL(totpAddress(secret, 'a.person@works'));
    expect(address.protocol).toBe('otpauth:');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      secret,
      issuer: 'Meterhouse',
      digits: '6',
    });
  });
});
