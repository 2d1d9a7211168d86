import { beforeEach, describe, expect, it } from 'vitest';
import { storeReturnAddress, takeReturnAddress } from './returnAddress.ts';

describe('the address to return to after log-in', () => {
  beforeEach(() => sessionStorage.clear());

  it('is the one that was stored, once', () => {
    storeReturnAddress('/SDNMonitoring/overview?date=2018-07-15');
    expect(takeReturnAddress()).toBe('/SDNMonitoring/overview?date=2018-07-15');
    expect(takeReturnAddress()).toBeNull();
  });

  it.each([
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
    '\\\\elsewhere',
  ])('is never another site: %s', (address) => {
    storeReturnAddress(address);
    expect(takeReturnAddress()).toBeNull();
    sessionStorage.setItem('meterhouse.returnAddress', address);
    expect(takeReturnAddress()).toBeNull();
  });
});
