import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Zone } from '#domain/time/zone.ts';
import { runs } from '#test/runs.ts';
import { DATE_ORDERS, type DateOrder } from '#contract/dateOrder.ts';
import { type Wall, joinStamp, readDate, readStamp, readTime, wallMs } from '#domain/cell/date.ts';
import { detectDateOrder } from './dateOrder.ts';
import { columnLook, guessCode } from './header.ts';
import { detectInterval, detectStampRule } from './interval.ts';
import { likeness } from './likeness.ts';
import { readNumber } from '#domain/cell/number.ts';
import { Clock, instantsOf } from './stamp.ts';
import { conversion, times, unitInHeader } from '#domain/cell/unit.ts';

const two = (n: number): string => String(n).padStart(2, '0');
const fullWidth = (text: string): string =>
  text.replaceAll(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));

describe('numbers', () => {
  const cents = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 99 }));

  it('are the same however a person writes them', () => {
    fc.assert(
      fc.property(cents, ([whole, part]) => {
        const fraction = two(part);
        const grouped = whole.toString().replaceAll(/\B(?=(\d{3})+$)/g, ',');
        const plainText = `${whole}.${fraction}`;
        const exact = { value: part === 0 ? String(whole) : plainText.replace(/0$/, '') };
        expect(readNumber(plainText, '.')).toEqual(exact);
        expect(readNumber(`${grouped}.${fraction}`, '.')).toEqual(exact);
        expect(readNumber(fullWidth(plainText), '.')).toEqual(exact);
        expect(readNumber(`${grouped.replaceAll(',', '.')},${fraction}`, ',')).toEqual(exact);
        expect(readNumber(` ${plainText} `, '.')).toEqual(exact);
      }),
    );
  });

  it('of a workbook are the decimal that was meant', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
        const read = readNumber(cents / 100, '.');
        expect('value' in read && Math.round(Number(read.value) * 100)).toBe(cents);
      }),
    );
    expect(readNumber(0.1 + 0.2, '.')).toEqual({ value: '0.3' });
    expect(readNumber(1e-7, '.')).toEqual({ value: '0.0000001' });
    expect(readNumber(2.5e12, '.')).toEqual({ value: '2500000000000' });
  });

  it('never come of arbitrary text without a digit', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readNumber(text, '.');
        if ('value' in read) expect(read.value).toMatch(/^-?\d+(\.\d+)?$/);
      }),
    );
  });
});

describe('dates', () => {
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  const write = (date: Date, order: DateOrder, sign: string): string => {
    const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    return { YMD: [y, m, d], DMY: [d, m, y], MDY: [m, d, y] }[order].join(sign);
  };

  it('are read in every order and with every sign', () => {
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...DATE_ORDERS),
        fc.constantFrom('-', '/', '.'),
        (date, order, sign) => {
          const day = Math.floor(date.getTime() / 86_400_000);
          expect(readDate(write(date, order, sign), order)).toEqual({ day });
          expect(readDate(day + 25_569, order)).toEqual({ day });
        },
      ),
    );
  });

  it('of a month of days tell their order, by values or by sequence', () => {
    fc.assert(
      fc.property(
        days,
        fc.constantFrom<DateOrder>('DMY', 'MDY'),
        fc.integer({ min: 3, max: 40 }),
        (start, order, count) => {
          const cells = Array.from({ length: count }, (_, i) =>
            write(new Date(start.getTime() + i * 86_400_000), order, '/'),
          );
          const found = detectDateOrder(cells);
          if (found.verdict !== 'ambiguous') expect(found.order).toBe(order);
        },
      ),
    );
    expect(detectDateOrder(['01/02/2024', '02/02/2024', '03/02/2024'])).toEqual({
      order: 'DMY',
      verdict: 'sequence',
    });
    expect(detectDateOrder(['2/1/2024', '2/2/2024', '2/13/2024'])).toEqual({
      order: 'MDY',
      verdict: 'certain',
    });
    // Read the other way, these nine days are the sixth of nine months around the same middle.
    const nine = Array.from({ length: 9 }, (_, i) => `06/${String(i + 2).padStart(2, '0')}/2060`);
    expect(detectDateOrder(nine)).toEqual({ order: 'MDY', verdict: 'sequence' });
    expect(detectDateOrder(['3/4/2024', '3/4/2024'])).toMatchObject({ verdict: 'ambiguous' });
    expect(detectDateOrder(['words', null])).toMatchObject({ verdict: 'none' });
  });

  it('stand in many spellings', () => {
    const day = Date.UTC(2018, 0, 5) / 86_400_000;
    for (const text of [
      '2018年1月5日',
      '20180105',
      '5-Jan-2018',
      'Jan 5, 2018',
      '2018/1/5',
      '２０１８－０１－０５',
      'Friday, 5/1/2018',
    ])
      expect(readDate(text, 'DMY'), text).toEqual({ day });
    const at = (text: string): Wall | object => readStamp(text, 'YMD');
    for (const text of [
      '2018-01-05T09:30:00',
      '2018-01-05 9:30',
      '2018年1月5日 9时30分',
      '2018/1/5 上午9:30',
      '20180105 0930',
      '2018-01-05 09:30:00.000',
    ])
      expect(at(text), text).toEqual({ day, second: 34_200 });
    expect(at('2018-01-05 24:00')).toEqual({ day, second: 86_400 });
    // Taken as the wall clock of the site they would be hours off.
    for (const text of ['2018-01-05T09:30:00Z', '2018-01-05T09:30:00.000Z', '2018-01-05 09:30+08:00'])
      expect(at(text), text).toEqual({ fault: 'offset' });
    expect(joinStamp('2018-01-05', '09:30:00Z', 'YMD')).toEqual({ fault: 'offset' });
    expect(columnLook(['2018-01-05T09:30:00Z', '2018-01-05T09:45:00Z'], 'time')).toBe('stamp');
    expect(readTime('9:30 PM')).toEqual({ second: 77_400 });
    expect(readTime(0.5)).toEqual({ second: 43_200 });
  });
});

describe('stamps', () => {
  const wallOf = (zone: Zone, at: number): Wall => {
    const t = zone.local(at);
    return {
      day: Date.UTC(t.year, t.month - 1, t.day) / 86_400_000,
      second: t.hour * 3600 + t.minute * 60 + t.second,
    };
  };
  const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'];

  it('of consecutive rows give spans without gap or overlap, over changes of the clock too', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom<'start' | 'end'>('start', 'end'),
        fc.constantFrom(900, 1800, 3600),
        fc.integer({ min: 0, max: 364 }),
        (name, rule, step, dayOfYear) => {
          const zone = new Zone(name);
          const clock = new Clock(zone, rule, step);
          const begin = zone.startOfDate(2024, 1, 1 + dayOfYear);
          for (let at = begin; at < begin + 3 * 86_400_000; at += step * 1000) {
            const wall = wallOf(zone, rule === 'start' ? at : at + step * 1000);
            // Nothing says which of two instants the first row means.
            fc.pre(at > begin || instantsOf(zone, wallMs(wall)).length === 1);
            expect(clock.span(wall)).toEqual({ start: at, end: at + step * 1000 });
          }
        },
      ),
      runs(60),
    );
  });

  it('of a first row in an hour that the clock repeats are told as such, and settled by the row before them', () => {
    const zone = new Zone('America/New_York');
    const one = Date.UTC(2024, 10, 3, 5);
    const hour = 3_600_000;
    expect(new Clock(zone, 'end', 3600).span(wallOf(zone, one))).toEqual({ fault: 'twice' });
    const clock = new Clock(zone, 'end', 3600);
    for (const at of [one - hour, one, one + hour, one + 2 * hour])
      expect(clock.span(wallOf(zone, at))).toEqual({ start: at - hour, end: at });
  });

  it('name no instant where the clock skips, two where it repeats', () => {
    const berlin = new Zone('Europe/Berlin');
    expect(instantsOf(berlin, Date.UTC(2024, 2, 31, 2, 30))).toEqual([]);
    expect(instantsOf(berlin, Date.UTC(2024, 9, 27, 2, 30))).toHaveLength(2);
    expect(instantsOf(berlin, Date.UTC(2024, 5, 1, 2, 30))).toHaveLength(1);
  });

  it('of 00:00 of the same date are 24:00 under their rule', () => {
    const clock = new Clock(new Zone('Asia/Shanghai'), 'midnight', 900);
    const day = Date.UTC(2018, 0, 1) / 86_400_000;
    const end = Date.UTC(2018, 0, 1, 16);
    expect(clock.span({ day, second: 0 })).toEqual({ start: end - 900_000, end });
  });

  it('show their interval and rule by their order', () => {
    const day = Date.UTC(2018, 0, 1) / 86_400_000;
    const quarters = (from: number, count: number): Wall[] =>
      Array.from({ length: count }, (_, i) => {
        const second = (from + i) * 900;
        return { day: day + Math.floor(second / 86_400), second: second % 86_400 };
      });
    const starts = quarters(0, 192);
    const ends = quarters(1, 192);
    const wrapped = ends.map((wall) => (wall.second === 0 ? { ...wall, day: wall.day - 1 } : wall));
    for (const walls of [starts, ends, wrapped]) expect(detectInterval(walls)).toBe(900);
    expect([starts, ends, wrapped].map((walls) => detectStampRule(walls, 900))).toEqual([
      'start',
      'end',
      'midnight',
    ]);
    expect(wallMs({ day: 0, second: 86_400 })).toBe(86_400_000);
  });
});

describe('headers and units', () => {
  it('say what a column holds, in both languages', () => {
    const meant = {
      Usage_kWh: 'PP',
      '1号电炉用电量（kWh）': 'PP',
      正向有功: 'PP',
      Lagging_Current_Reactive_Power_kVarh: 'QI',
      Leading_Current_Reactive_Power_kVarh: 'QO',
      Global_active_power: 'PZ',
      A相电压: 'UA',
      'Current phase B (A)': 'IB',
      功率因数: 'FZ',
      尖峰电量: 'PP1',
      备注: null,
      WeekStatus: null,
    };
    for (const [header, code] of Object.entries(meant)) expect(guessCode(header), header).toBe(code);
    expect([
      unitInHeader('用电量（MWh）'),
      unitInHeader('Usage_kWh'),
      unitInHeader('蒸汽 t'),
      unitInHeader('Phase A'),
    ]).toEqual(['MWh', 'kWh', 't', null]);
  });

  it('convert by powers of ten and back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.constantFrom('Wh', 'kWh', 'MWh', '10⁴kWh', 'GWh'),
        (n, unit) => {
          const there = conversion(unit, 'kWh') ?? '';
          const back = conversion('kWh', unit) ?? '';
          expect(times(times(String(n), there), back)).toBe(String(n));
        },
      ),
    );
    expect(conversion('t', 'm³')).toBeNull();
    expect(times('1.5', '1000')).toBe('1500');
    expect(times('-1.5', '0.001')).toBe('-0.0015');
  });

  it('are like the name of their meter', () => {
    expect(likeness('1# 电弧炉', '1号电弧炉')).toBe(1);
    expect(likeness('精炼炉', '连铸机')).toBe(0);
  });
});
