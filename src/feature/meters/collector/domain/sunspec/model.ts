/** How a point lies in registers (SunSpec Device Information Model, types of points). */
export type PointType = 'u16' | 's16' | 'u32' | 's32' | 'u64' | 'f32' | 'acc32' | 'enum16';

/** A point of a model: registers behind the model's first one, and where its scale factor lies. */
export interface Point {
  /** Registers from the model's first, which holds its number; within a repeated part from that part's first. */
  readonly at: number;
  readonly type: PointType;
  /** Register of its power of ten, from the model's first; null = none. */
  readonly scaleAt: number | null;
}

/** Models with the same points; each has its own places for them. */
export interface Family {
  /** The number by which addresses name it. */
  readonly name: number;
  readonly layouts: readonly Layout[];
}

/** Where the points of some models lie. */
export interface Layout {
  readonly models: readonly number[];
  readonly points: Readonly<Record<string, Point>>;
  /** The part that repeats until the end of the model. */
  readonly repeated?: {
    readonly from: number;
    readonly size: number;
    readonly points: Readonly<Record<string, Point>>;
    /** Points whose sum over all parts means something. */
    readonly sums: readonly string[];
  };
}

/** Registers of a value. */
export const SIZE: Readonly<Record<PointType, number>> = {
  u16: 1,
  s16: 1,
  enum16: 1,
  u32: 2,
  s32: 2,
  f32: 2,
  acc32: 2,
  u64: 4,
};

const point = (at: number, type: PointType, scaleAt: number | null = null): Point => ({ at, type, scaleAt });

/** Points of one type that lie side by side and share a scale factor. */
function row(
  from: number,
  type: PointType,
  scaleAt: number | null,
  ...names: string[]
): Record<string, Point> {
  return Object.fromEntries(names.map((name, i) => [name, point(from + i * SIZE[type], type, scaleAt)]));
}

const INVERTER: Family = {
  name: 103,
  layouts: [
    {
      models: [101, 102, 103],
      points: {
        ...row(2, 'u16', 6, 'A', 'AphA', 'AphB', 'AphC'),
        ...row(7, 'u16', 13, 'PPVphAB', 'PPVphBC', 'PPVphCA', 'PhVphA', 'PhVphB', 'PhVphC'),
        W: point(14, 's16', 15),
        Hz: point(16, 'u16', 17),
        VA: point(18, 's16', 19),
        VAr: point(20, 's16', 21),
        PF: point(22, 's16', 23),
        WH: point(24, 'acc32', 26),
        DCA: point(27, 'u16', 28),
        DCV: point(29, 'u16', 30),
        DCW: point(31, 's16', 32),
        TmpCab: point(33, 's16', 37),
        St: point(38, 'enum16'),
      },
    },
    {
      models: [111, 112, 113],
      points: {
        ...row(2, 'f32', null, 'A', 'AphA', 'AphB', 'AphC', 'PPVphAB', 'PPVphBC', 'PPVphCA'),
        ...row(16, 'f32', null, 'PhVphA', 'PhVphB', 'PhVphC', 'W', 'Hz', 'VA', 'VAr', 'PF', 'WH'),
        ...row(34, 'f32', null, 'DCA', 'DCV', 'DCW', 'TmpCab'),
        St: point(48, 'enum16'),
      },
    },
  ],
};

/** The measurements of IEEE 1547-2018 devices; W above 0 goes to the grid. */
const DER: Family = {
  name: 701,
  layouts: [
    {
      models: [701],
      points: {
        St: point(3, 'enum16'),
        W: point(10, 's16', 116),
        VA: point(11, 's16', 118),
        Var: point(12, 's16', 119),
        A: point(14, 's16', 113),
        Hz: point(17, 'u32', 115),
        TotWhInj: point(19, 'u64', 120),
        TotWhAbs: point(23, 'u64', 120),
        AL1: point(45, 's16', 113),
        VL1: point(47, 'u16', 114),
        AL2: point(68, 's16', 113),
        VL2: point(70, 'u16', 114),
        AL3: point(91, 's16', 113),
        VL3: point(93, 'u16', 114),
      },
    },
  ],
};

const STRINGS: Family = {
  name: 160,
  layouts: [
    {
      models: [160],
      points: {},
      repeated: {
        from: 10,
        size: 20,
        points: {
          DCA: point(9, 'u16', 2),
          DCV: point(10, 'u16', 3),
          DCW: point(11, 'u16', 4),
          DCWH: point(12, 'acc32', 5),
          Tmp: point(16, 's16'),
          DCSt: point(17, 'enum16'),
        },
        sums: ['DCA', 'DCW', 'DCWH'],
      },
    },
  ],
};

const STORAGE: Family = {
  name: 124,
  layouts: [
    {
      models: [124],
      points: { ChaState: point(8, 'u16', 22), InBatV: point(10, 'u16', 24), ChaSt: point(11, 'enum16') },
    },
  ],
};

const BATTERY: Family = {
  name: 802,
  layouts: [
    {
      models: [802],
      points: {
        SoC: point(11, 'u16', 56),
        DoD: point(12, 'u16', 57),
        SoH: point(13, 'u16', 58),
        NCyc: point(14, 'u32'),
        ChaSt: point(16, 'enum16'),
        State: point(22, 'enum16'),
        V: point(34, 'u16', 59),
        CellVMax: point(37, 'u16', 60),
        CellVMin: point(40, 'u16', 60),
        CellVAvg: point(43, 'u16', 60),
        A: point(44, 's16', 61),
        W: point(47, 's16', 63),
      },
    },
  ],
};

const LITHIUM: Family = {
  name: 803,
  layouts: [
    {
      models: [803],
      points: {
        NStr: point(2, 'u16'),
        NStrCon: point(3, 'u16'),
        ModTmpMax: point(4, 's16', 23),
        ModTmpMin: point(7, 's16', 23),
        ModTmpAvg: point(10, 's16', 23),
        StrVMax: point(11, 'u16', 27),
        StrVMin: point(13, 'u16', 27),
        StrAMax: point(16, 's16', 24),
        StrAMin: point(18, 's16', 24),
      },
    },
  ],
};

const METER: Family = {
  name: 203,
  layouts: [
    {
      models: [201, 202, 203, 204],
      points: {
        ...row(2, 's16', 6, 'A', 'AphA', 'AphB', 'AphC'),
        ...row(7, 's16', 15, 'PhV', 'PhVphA', 'PhVphB', 'PhVphC', 'PPV', 'PhVphAB', 'PhVphBC', 'PhVphCA'),
        Hz: point(16, 's16', 17),
        ...row(18, 's16', 22, 'W', 'WphA', 'WphB', 'WphC'),
        ...row(23, 's16', 27, 'VA', 'VAphA', 'VAphB', 'VAphC'),
        ...row(28, 's16', 32, 'VAR', 'VARphA', 'VARphB', 'VARphC'),
        PF: point(33, 's16', 37),
        TotWhExp: point(38, 'acc32', 54),
        TotWhImp: point(46, 'acc32', 54),
      },
    },
    {
      models: [211, 212, 213, 214],
      points: {
        ...row(2, 'f32', null, 'A', 'AphA', 'AphB', 'AphC', 'PhV', 'PhVphA', 'PhVphB', 'PhVphC'),
        ...row(18, 'f32', null, 'PPV', 'PhVphAB', 'PhVphBC', 'PhVphCA', 'Hz'),
        ...row(28, 'f32', null, 'W', 'WphA', 'WphB', 'WphC', 'VA', 'VAphA', 'VAphB', 'VAphC'),
        ...row(44, 'f32', null, 'VAR', 'VARphA', 'VARphB', 'VARphC', 'PF'),
        TotWhExp: point(60, 'f32'),
        TotWhImp: point(68, 'f32'),
      },
    },
  ],
};

/** The models that can be read, with the points that mean something here. Places are those of the SunSpec Alliance's model definitions. */
const FAMILIES: readonly Family[] = [INVERTER, DER, STRINGS, STORAGE, BATTERY, LITHIUM, METER];

/** What an address means: a point of a family, of one repeated part (from 1), or the sum over all of them. */
export interface PointAddress {
  readonly family: Family;
  readonly part: number | null;
  readonly name: string;
}

/** The meaning of `203.W`, `160.DCW` (sum) or `160.2.DCW` (second part); undefined where there is no such point. */
export function addressOf(text: string): PointAddress | undefined {
  const match = /^(\d{1,5})\.(?:(\d{1,3})\.)?([A-Za-z][A-Za-z0-9]*)$/.exec(text);
  if (!match) return undefined;
  const [, model, part, name = ''] = match;
  const family = FAMILIES.find(({ layouts }) => layouts.some(({ models }) => models.includes(Number(model))));
  const layout = family?.layouts[0];
  if (!family || !layout) return undefined;
  const { repeated } = layout;
  if (part !== undefined)
    return repeated && Number(part) >= 1 && Object.hasOwn(repeated.points, name)
      ? { family, part: Number(part), name }
      : undefined;
  const known = Object.hasOwn(layout.points, name) || repeated?.sums.includes(name);
  return known ? { family, part: null, name } : undefined;
}
