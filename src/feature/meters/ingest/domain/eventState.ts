/** What a device said of an event that is configured. */
export interface TakenEvent {
  readonly eventId: number;
  /** The name of the device as the gateway sends it. */
  readonly device: string;
  /** The meter that the device is; null = none. */
  readonly meterId: number | null;
  /** ms */
  readonly ts: number;
  /** It stands; else it is over. */
  readonly stands: boolean;
  /** In words, where the device said it so. */
  readonly said: string | null;
}

/** Words by which devices say that an event is over. */
const OVER = new Set([
  'false', 'off', 'no', 'normal', 'ok', 'clear', 'cleared', 'recovered', 'inactive', 'closed',
  '否', '无', '正常', '恢复', '已恢复', '复归', '解除', '关', '关闭',
]); // prettier-ignore
/** Words that say no more than that it stands. */
const STANDS = new Set(['true', 'on', 'yes', 'alarm', 'active', '是', '有', '告警', '报警', '动作']);
const NUMBER = /^[+-]?\d{1,30}(\.\d{1,30})?$/;
const LONGEST_SAID = 200;

/**
 * What a value says of an event: 0, false, "normal" and the like that it is over, anything else that it stands. Undefined = it says
 * nothing that can be read.
 */
export function eventStateOf(given: unknown): Pick<TakenEvent, 'stands' | 'said'> | undefined {
  if (typeof given === 'boolean') return { stands: given, said: null };
  if (typeof given === 'number')
    return Number.isFinite(given) ? { stands: given !== 0, said: null } : undefined;
  if (typeof given !== 'string') return undefined;
  const text = given
    .slice(0, 2 * LONGEST_SAID)
    .replaceAll(/\0|\p{Surrogate}/gu, '\uFFFD')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const word = text.toLowerCase();
  if (text === '') return undefined;
  if (NUMBER.test(text)) return { stands: Number(text) !== 0, said: null };
  if (OVER.has(word)) return { stands: false, said: null };
  return { stands: true, said: STANDS.has(word) ? null : text.slice(0, LONGEST_SAID) };
}
