import type { Text } from '#contract/text.ts';
import { timeAt } from '#domain/time/text.ts';
import type { InterlockWire } from '../contract.ts';
import { statesOf } from './point.ts';
import type { Standing } from './standing.ts';

const same = (text: string): Text => ({ zh: text, en: text });
const seconds = (value: number): Text => same(`${Math.round(value)} s`);
const FRESH: Text = { zh: '已知', en: 'known' };
const IN_USE: Text = { zh: '使用中', en: 'in use' };
const OUT_OF_USE: Text = { zh: '停用', en: 'out of use' };
const NONE: Text = { zh: '无', en: 'none' };
const IDLE: Text = { zh: '空闲', en: 'idle' };

/**
 * What is asked of every output besides its interlocks, as it stands now.
 * @param target what it is to be brought to @param personId whose own command does not stand in the way
 */
export function checksOf(standing: Standing, target: number, personId: number): InterlockWire[] {
  const { row } = standing;
  const other = row.open === null || row.open.byId === personId ? null : row.open;
  const [tag] = row.tags;
  const age = row.heardAt === null ? null : Math.max(0, Math.round((row.now - row.heardAt) / 1000));
  const word = statesOf(row).find(({ value }) => value === row.value);
  const value = row.known && row.value !== null ? (word ?? same(String(row.value))) : null;
  return [
    {
      name: { zh: '位置', en: 'Position' },
      required: FRESH,
      present: value,
      ageSeconds: age,
      holds: row.known,
    },
    {
      name: { zh: '检修挂牌', en: 'Maintenance tag' },
      required: NONE,
      present: tag ? same(`${tag.byName} ${timeAt(row.timeZone, tag.placedAt)}`) : NONE,
      ageSeconds: null,
      holds: tag === undefined,
    },
    {
      name:
        row.wiring.way === '2'
          ? { zh: `网关 ${row.through ?? ''}`, en: `Gateway ${row.through ?? ''}` }
          : { zh: `通道 ${row.through ?? ''}`, en: `Channel ${row.through ?? ''}` },
      required: IN_USE,
      present: row.wayInUse ? IN_USE : OUT_OF_USE,
      ageSeconds: null,
      holds: row.wayInUse,
    },
    {
      name: { zh: '本点其他操作', en: 'Another command of it' },
      required: IDLE,
      present: other ? same(other.byName) : IDLE,
      ageSeconds: null,
      holds: other === null,
    },
    ...minimumOffOf(standing, target),
  ];
}

function minimumOffOf({ row }: Standing, target: number): InterlockWire[] {
  if (row.minimumOff === null || row.wiring.adjusts || target !== 1 || row.value !== 0) return [];
  const off = row.since === null ? null : (row.now - row.since) / 1000;
  return [
    {
      name: { zh: '已停运', en: 'Off for' },
      required: same(`≥ ${row.minimumOff} s`),
      present: off === null ? null : seconds(off),
      ageSeconds: null,
      holds: off !== null && off >= row.minimumOff,
    },
  ];
}
