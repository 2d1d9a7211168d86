import type { Registers } from './modbusServer.ts';

/** Types of points, and what a device writes where it does not have one. */
const TYPES = {
  u16: { words: 1, absent: [0xffff] },
  s16: { words: 1, absent: [0x8000] },
  enum: { words: 1, absent: [0xffff] },
  power: { words: 1, absent: [0x8000] },
  u32: { words: 2, absent: [0xffff, 0xffff] },
  acc32: { words: 2, absent: [0, 0] },
  f32: { words: 2, absent: [0x7fc0, 0] },
} as const;
type Type = keyof typeof TYPES;

/** The points of the models in their order, as the model definitions list them: `name type` or `name type power`. */
const MODELS: Readonly<Record<number, readonly string[]>> = {
  1: ['Text 64', 'DA u16', 'Pad 1'],
  103: `A u16 A_SF,AphA u16 A_SF,AphB u16 A_SF,AphC u16 A_SF,A_SF power,PPVphAB u16 V_SF,PPVphBC u16 V_SF,PPVphCA u16 V_SF,
    PhVphA u16 V_SF,PhVphB u16 V_SF,PhVphC u16 V_SF,V_SF power,W s16 W_SF,W_SF power,Hz u16 Hz_SF,Hz_SF power,VA s16 VA_SF,
    VA_SF power,VAr s16 VAr_SF,VAr_SF power,PF s16 PF_SF,PF_SF power,WH acc32 WH_SF,WH_SF power,DCA u16 DCA_SF,DCA_SF power,
    DCV u16 DCV_SF,DCV_SF power,DCW s16 DCW_SF,DCW_SF power,TmpCab s16 Tmp_SF,TmpSnk s16 Tmp_SF,TmpTrns s16 Tmp_SF,
    TmpOt s16 Tmp_SF,Tmp_SF power,St enum,StVnd enum,Evt1 u32,Evt2 u32,EvtVnd1 u32,EvtVnd2 u32,EvtVnd3 u32,EvtVnd4 u32`.split(
    ',',
  ),
  113: `A f32,AphA f32,AphB f32,AphC f32,PPVphAB f32,PPVphBC f32,PPVphCA f32,PhVphA f32,PhVphB f32,PhVphC f32,W f32,Hz f32,
    VA f32,VAr f32,PF f32,WH f32,DCA f32,DCV f32,DCW f32,TmpCab f32,TmpSnk f32,TmpTrns f32,TmpOt f32,St enum,StVnd enum,
    Evt1 u32,Evt2 u32,EvtVnd1 u32,EvtVnd2 u32,EvtVnd3 u32,EvtVnd4 u32`.split(','),
  160: 'DCA_SF power,DCV_SF power,DCW_SF power,DCWH_SF power,Evt u32,N u16,TmsPer u16'.split(','),
  203: `A s16 A_SF,AphA s16 A_SF,AphB s16 A_SF,AphC s16 A_SF,A_SF power,PhV s16 V_SF,PhVphA s16 V_SF,PhVphB s16 V_SF,
    PhVphC s16 V_SF,PPV s16 V_SF,PhVphAB s16 V_SF,PhVphBC s16 V_SF,PhVphCA s16 V_SF,V_SF power,Hz s16 Hz_SF,Hz_SF power,
    W s16 W_SF,WphA s16 W_SF,WphB s16 W_SF,WphC s16 W_SF,W_SF power,VA s16 VA_SF,VAphA s16 VA_SF,VAphB s16 VA_SF,
    VAphC s16 VA_SF,VA_SF power,VAR s16 VAR_SF,VARphA s16 VAR_SF,VARphB s16 VAR_SF,VARphC s16 VAR_SF,VAR_SF power,
    PF s16 PF_SF,PFphA s16 PF_SF,PFphB s16 PF_SF,PFphC s16 PF_SF,PF_SF power,TotWhExp acc32 TotWh_SF,TotWhExpPhA acc32,
    TotWhExpPhB acc32,TotWhExpPhC acc32,TotWhImp acc32 TotWh_SF,TotWhImpPhA acc32,TotWhImpPhB acc32,TotWhImpPhC acc32,
    TotWh_SF power,Rest 52`.split(','),
  802: `AHRtg u16,WHRtg u16,WChaRteMax u16,WDisChaRteMax u16,DisChaRte u16,SoCMax u16,SoCMin u16,SocRsvMax u16,SoCRsvMin u16,
    SoC u16 SoC_SF,DoD u16 DoD_SF,SoH u16 SoH_SF,NCyc u32,ChaSt enum,LocRemCtl enum,Hb u16,CtrlHb u16,AlmRst u16,Typ enum,
    State enum,StateVnd enum,WarrDt u32,Evt1 u32,Evt2 u32,EvtVnd1 u32,EvtVnd2 u32,V u16 V_SF,VMax u16,VMin u16,
    CellVMax u16 CellV_SF,CellVMaxStr u16,CellVMaxMod u16,CellVMin u16 CellV_SF,CellVMinStr u16,CellVMinMod u16,
    CellVAvg u16 CellV_SF,A s16 A_SF,AChaMax u16,ADisChaMax u16,W s16 W_SF,ReqInvState enum,ReqW s16,SetOp enum,
    SetInvState enum,AHRtg_SF power,WHRtg_SF power,WChaDisChaMax_SF power,DisChaRte_SF power,SoC_SF power,DoD_SF power,
    SoH_SF power,V_SF power,CellV_SF power,A_SF power,AMax_SF power,W_SF power`.split(','),
  803: `NStr u16,NStrCon u16,ModTmpMax s16 ModTmp_SF,ModTmpMaxStr u16,ModTmpMaxMod u16,ModTmpMin s16 ModTmp_SF,
    ModTmpMinStr u16,ModTmpMinMod u16,ModTmpAvg s16 ModTmp_SF,StrVMax u16 V_SF,StrVMaxStr u16,StrVMin u16 V_SF,
    StrVMinStr u16,StrVAvg u16 V_SF,StrAMax s16 A_SF,StrAMaxStr u16,StrAMin s16 A_SF,StrAMinStr u16,StrAAvg s16 A_SF,
    NCellBal u16,CellV_SF power,ModTmp_SF power,A_SF power,SoH_SF power,SoC_SF power,V_SF power`.split(','),
};

/** One string of model 160. */
const STRING = 'ID u16,IDStr 8,DCA u16 DCA_SF,DCV u16 DCV_SF,DCW u16 DCW_SF,DCWH acc32 DCWH_SF,Tms u32,Tmp s16,DCSt enum,DCEvt u32'.split(','); // prettier-ignore

/** What a model tells: values in the unit of the model definition; powers of ten by their own names. What is left out is not implemented. */
type ModelValues = Readonly<Record<string, number>>;

/** A model of a simulated device. */
export interface SimulatedModel {
  readonly model: number;
  readonly values: ModelValues;
  /** Strings of model 160. */
  readonly strings?: readonly ModelValues[];
}

function encoded(type: Type, whole: number): readonly number[] {
  if (type !== 'f32')
    return TYPES[type].words === 1 ? [whole & 0xffff] : [(whole >>> 16) & 0xffff, whole & 0xffff];
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, whole);
  return [view.getUint16(0), view.getUint16(2)];
}

function wordsOfPoints(list: readonly string[], values: ModelValues, powers: ModelValues): number[] {
  return list.flatMap((line): readonly number[] => {
    const [name = '', type = '', power] = line.trim().split(' ');
    if (/^\d+$/.test(type)) return Array.from({ length: Number(type) }, () => 0);
    const kind = type as Type;
    const value = values[name];
    if (value === undefined) return TYPES[kind].absent;
    return encoded(kind, power === undefined ? value : Math.round(value / 10 ** (powers[power] ?? 0)));
  });
}

/** The words of the chain of models with the mark in front and the end behind. */
export function chainOf(models: readonly SimulatedModel[]): number[] {
  const parts = models.flatMap(({ model, values, strings = [] }) => {
    const own = wordsOfPoints(MODELS[model] ?? [], values, values);
    const rest = strings.flatMap((one) => wordsOfPoints(STRING, one, values));
    return [model, own.length + rest.length, ...own, ...rest];
  });
  return [0x5375, 0x6e53, ...parts, 0xffff, 0];
}

/** Registers of a SunSpec device. @param models asked anew when they are older than `cycleMs`; null = the device is silent */
export function sunspecRegisters(
  models: () => readonly SimulatedModel[] | null,
  { base = 40_000, cycleMs = 1000 }: { readonly base?: number; readonly cycleMs?: number } = {},
): Registers {
  let words: readonly number[] | null = null;
  let of = Number.NaN;
  return (address, fn) => {
    const at = Math.floor(Date.now() / cycleMs);
    if (at !== of) {
      const now = models();
      words = now && chainOf(now);
      of = at;
    }
    if (words === null) return 'silent';
    return fn === 3 ? words[address - base] : undefined;
  };
}
