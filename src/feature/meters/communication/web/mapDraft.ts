import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { ENERGY } from '#contract/energyType.ts';
import type { DeviceMapping, ProposedKey, UnmappedDevice } from '../contract.ts';
import { guessCode } from '../domain/guessCode.ts';

export interface KeyDraft {
  readonly key: ProposedKey;
  /** What it shall be: a data code, `ignore`, or `later` = left as it is. */
  readonly choice: string;
  /** As typed; empty = 1. */
  readonly multiplier: string;
}

/** What a person says about one device, as entered. */
export interface DeviceDraft {
  readonly deviceName: string;
  readonly to: 'new' | 'existing' | 'ignore';
  readonly ammeterId: number | null;
  readonly ammeterName: string;
  readonly ammeterCode: string;
  readonly siteId: number | null;
  readonly deviceType: string;
  readonly dataType: string;
  readonly keys: readonly KeyDraft[];
  /** Values that wait, and the oldest instant among them. */
  readonly waiting: number;
  readonly waitingFrom: number | null;
}

/** The proposal for a device: the meter that it names already, else a new one of its own name. */
export const draftOf = (device: UnmappedDevice, siteId: number | null): DeviceDraft => ({
  deviceName: device.deviceName,
  to: device.ammeterId === null ? 'new' : 'existing',
  ammeterId: device.ammeterId,
  ammeterName: device.deviceName.slice(0, 60),
  ammeterCode: device.deviceName.slice(0, 60),
  siteId,
  deviceType: DEVICE_TYPE.electricityMeter,
  dataType: ENERGY.electricity,
  keys: choicesOf(device.keys.filter((key) => key.dataKey !== '')),
  waiting: device.waiting,
  waitingFrom: device.waitingFrom,
});

/** What keys say that they are, else what they look like where no other key of the device is that. */
function choicesOf(keys: readonly ProposedKey[]): KeyDraft[] {
  const taken = new Set(keys.map((key) => key.dataCode));
  return keys.map((key) => {
    const guess = key.dataCode ?? guessCode(key.dataKey);
    const free = key.dataCode !== null || !taken.has(guess);
    taken.add(guess);
    return { key, choice: (free ? guess : null) ?? 'later', multiplier: '' };
  });
}

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** What keeps a draft from being sent; null = nothing. */
export function problemOf(draft: DeviceDraft): 'meter' | 'site' | 'name' | 'multiplier' | 'keys' | null {
  if (draft.to === 'ignore') return null;
  if (draft.to === 'existing' && draft.ammeterId === null) return 'meter';
  if (draft.to === 'new' && (draft.ammeterName.trim() === '' || draft.ammeterCode.trim() === ''))
    return 'name';
  if (draft.to === 'new' && draft.siteId === null) return 'site';
  if (draft.keys.length > 0 && draft.keys.every(({ choice }) => choice === 'later')) return 'keys';
  const wrong = draft.keys.some(({ multiplier }) => {
    const n = numberOf(multiplier);
    return n !== null && (!Number.isFinite(n) || n === 0);
  });
  return wrong ? 'multiplier' : null;
}

/** One mapping for every key where each key is the data code that it says. */
const EVERY_KEY = [{ dataKey: null }];

/** The draft as the call takes it. */
export function mappingOf(draft: DeviceDraft): DeviceMapping {
  const { deviceName } = draft;
  if (draft.to === 'ignore') return { deviceName, keys: [{ dataKey: null, ignored: true }] };
  const plain = draft.keys.every(
    ({ key, choice, multiplier }) => choice === key.dataCode && multiplier.trim() === '',
  );
  const keys = plain
    ? EVERY_KEY
    : draft.keys
        .filter(({ choice }) => choice !== 'later')
        .map(({ key, choice, multiplier }) =>
          choice === 'ignore'
            ? { dataKey: key.dataKey, ignored: true }
            : { dataKey: key.dataKey, dataCode: choice, multiplier: numberOf(multiplier) },
        );
  if (draft.to === 'existing') return { deviceName, ammeterId: draft.ammeterId, keys };
  const { ammeterName, ammeterCode, siteId, deviceType, dataType } = draft;
  return {
    deviceName,
    newMeter: {
      ammeterName: ammeterName.trim(),
      ammeterCode: ammeterCode.trim(),
      siteId: siteId ?? 0,
      deviceType,
      dataType,
    },
    keys,
  };
}
