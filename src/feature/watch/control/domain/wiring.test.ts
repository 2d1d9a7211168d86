import fc from 'fast-check';
import { expect, it } from 'vitest';
import { faultOfTarget, faultOfWiring, toleranceOf, wayText, type Wiring } from './wiring.ts';

const REGISTER: Wiring = {
  way: '1',
  adjusts: true,
  channelId: 1,
  unitAddress: 1,
  writeFunction: '16',
  writeAddress: '0',
  onValue: null,
  offValue: null,
  valueType: null,
  scale: null,
  readFunction: '3',
  readAddress: '0',
  relayNumber: null,
  gatewayId: null,
  iotId: null,
  identifier: null,
  signalPointId: null,
  meterAddress: null,
  passwordLevel: null,
  operatorCode: null,
  closing: null,
  minimum: 0,
  maximum: 100,
  step: null,
};

it.each([
  ['u16', -10, 100, 1, 'minimum', '0 to 65535'],
  ['u16', 0, 70_000, 1, 'maximum', '0 to 65535'],
  ['u16', 0, 7000, 0.1, 'maximum', '0 to 6553.5'],
  ['s16', -40_000, 100, 1, 'minimum', '-32768 to 32767'],
  ['u32', -1, 5, 1, 'minimum', '0 to 4294967295'],
  ['s32', -1e9, 1e9, 0.1, 'minimum', '-214748364.8 to 214748364.7'],
  ['s16', -300, 300, 0.01, null, ''],
  ['f32', -1e9, 1e9, null, null, ''],
] as const)(
  'a setting of %s from %d to %d by %s that its register cannot hold is no wiring (%s)',
  (valueType, minimum, maximum, scale, field, range) => {
    const fault = faultOfWiring({ ...REGISTER, valueType, minimum, maximum, scale });
    expect(fault?.field ?? null).toBe(field);
    expect(fault?.text.en ?? '').toContain(range);
  },
);

it('a call of a gateway names a device behind it, or the gateway itself', () => {
  const call = { ...REGISTER, way: '2', adjusts: false, gatewayId: 1, identifier: 'setRelay', signalPointId: 1 } as const; // prettier-ignore
  expect(faultOfWiring(call)).toBeNull();
  expect(faultOfWiring({ ...call, iotId: 'box' })).toBeNull();
  expect(faultOfWiring({ ...call, gatewayId: null })?.field).toBe('gatewayId');
  // A signal tells no value: what was set could never be proven.
  expect(faultOfWiring({ ...call, adjusts: true })?.field).toBe('adjusts');
  expect(wayText(call, 'G 1')?.en).toBe('Call the gateway itself · setRelay, by G 1');
  expect(wayText({ ...call, iotId: 'box' }, 'G 1')?.en).toBe('Call box · setRelay, by G 1');
});

it('a target is what the register holds, and never written as another value', () => {
  const old = { ...REGISTER, minimum: -1e6, maximum: 1e6 };
  expect(faultOfTarget(old, -5)?.en).toBe('Target: its register (u16) holds 0 to 65535');
  expect(faultOfTarget(old, 70_000)?.en).toBe('Target: its register (u16) holds 0 to 65535');
  expect(faultOfTarget(old, 50.3)?.en).toBe('Target: its register counts by 1');
  expect(faultOfTarget({ ...old, scale: 0.1 }, 50.3)).toBeNull();
  expect(faultOfTarget({ ...old, valueType: 'f32' }, 50.37)).toBeNull();
  expect(faultOfTarget({ ...old, way: '2' }, -5.25)).toBeNull();
  fc.assert(
    fc.property(
      fc.constantFrom('u16', 's16', 'u32', 's32'),
      fc.constantFrom(1e-6, 0.001, 0.01, 0.1, 0.5, 1, 10),
      fc.integer({ min: -0x8000, max: 0x7fff }),
      (valueType, scale, count) => {
        const wiring = { ...old, valueType, scale };
        const target = Number((count * scale).toFixed(6));
        expect(faultOfTarget(wiring, target) === null).toBe(count >= 0 || valueType.startsWith('s'));
      },
    ),
  );
});

it('a value agrees where it is the one that was set, as far as its register or its float can tell', () => {
  expect(toleranceOf({ ...REGISTER, scale: 0.1 })).toBe(0.05);
  expect(toleranceOf({ ...REGISTER, step: 2 })).toBe(1);
  // A power factor of 0.5 is not the 0.95 that was asked for.
  const factor = { ...REGISTER, minimum: 0.8, maximum: 1 };
  expect(toleranceOf({ ...factor, valueType: 'f32' })).toBe(1e-6);
  expect(toleranceOf({ ...factor, way: '2' })).toBe(1e-6);
  expect(Math.abs(Math.fround(87.35) - 87.35)).toBeLessThan(toleranceOf({ ...REGISTER, valueType: 'f32' }));
  expect(toleranceOf({ ...REGISTER, adjusts: false })).toBe(0);
});
