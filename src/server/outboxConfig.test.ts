import { expect, test } from 'vitest';
import { readOutboxConfig } from './outboxConfig.ts';

const from = 'Meterhouse <house@example.com>';

test('ways out are off, or on with both their settings', () => {
  expect(readOutboxConfig({ SMTP_URL: ' ' })).toEqual({ mail: null, sms: null });
  const url = 'smtp://me:p%40ss@mail.example.com:587';
  const sms = { SMS_URL: 'https://sms.example.com/send', SMS_KEY: 'a key of sixteen characters' };
  expect(readOutboxConfig({ SMTP_URL: url, MAIL_FROM: from, ...sms })).toEqual({
    mail: { url, from },
    sms: { url: sms.SMS_URL, key: sms.SMS_KEY },
  });
});

test.each([
  [{ SMTP_URL: 'smtp://a' }, 'SMTP_URL and MAIL_FROM are given together: MAIL_FROM is missing.'],
  [{ MAIL_FROM: from }, 'SMTP_URL is missing.'],
  [{ SMTP_URL: 'https://a', MAIL_FROM: from }, 'SMTP_URL must be'],
  [{ SMTP_URL: 'smtp://a', MAIL_FROM: 'nobody' }, 'MAIL_FROM must be'],
  [{ SMTP_URL: 'smtp://a', MAIL_FROM: 'a@b.c\r\nBcc: x@y.z' }, 'MAIL_FROM must be'],
  [{ SMS_URL: 'http://sms.example.com', SMS_KEY: 'a key of sixteen characters' }, 'must begin with https://'],
  [{ SMS_URL: 'https://sms.example.com', SMS_KEY: 'short' }, 'at least 16'],
])('%j is refused with a sentence', (env, sentence) => {
  expect(() => readOutboxConfig(env)).toThrow(sentence);
});
