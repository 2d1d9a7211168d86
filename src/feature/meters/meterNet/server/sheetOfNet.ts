import { FLAG_LABELS } from '#contract/usageFlag.ts';
import { type Language, PART_COMMA, type Text, textIn } from '#contract/text.ts';
import type { SheetToWrite } from '#server/sheet/writeSheet.ts';
import type { NetAnswer } from '../contract.ts';
import { VERDICTS } from '../domain/verdict.ts';

const HEADS: readonly Text[] = [
  { zh: '表计编号', en: 'Meter code' },
  { zh: '表计名称', en: 'Meter' },
  { zh: '上级表计', en: 'Parent' },
  { zh: '层级', en: 'Level' },
  { zh: '计量值', en: 'Counted' },
  { zh: '下级合计', en: 'Metered below' },
  { zh: '差额', en: 'Imbalance' },
  { zh: '差额占比 %', en: 'Imbalance %' },
  { zh: '不确定度 (k=2)', en: 'Uncertainty (k=2)' },
  { zh: '结论', en: 'Verdict' },
  { zh: '最大允许误差 %', en: 'Maximum permissible error %' },
  { zh: '疑似误差 %', en: 'Likely error %' },
  { zh: '数据覆盖率 %', en: 'Coverage %' },
  { zh: '数据质量', en: 'Quality' },
];

/** The network as a sheet, a meter each row. */
export function sheetOfNet(
  net: NetAnswer,
  name: string,
  language: Language,
  format: 'xlsx' | 'csv',
): SheetToWrite {
  const names = new Map(net.meters.map((meter) => [meter.ammeterId, meter.ammeterName]));
  const suspects = new Map(
    net.suspects.filter((one) => one.certain).map((one) => [one.ammeterId, one.error]),
  );
  const percent = (share: number | null | undefined): number | null =>
    share == null ? null : Number((share * 100).toFixed(4));
  return {
    format,
    name,
    columns: HEADS.map((head, i) => ({
      header: i >= 4 && i <= 6 ? `${textIn(head, language)} (${net.unit})` : textIn(head, language),
    })),
    rows: net.meters.map((meter) => [
      meter.ammeterCode,
      meter.ammeterName,
      meter.parentId === null ? null : (names.get(meter.parentId) ?? null),
      meter.depth + 1,
      meter.energy,
      meter.balance?.below ?? null,
      meter.balance?.rest ?? null,
      percent(meter.balance?.share),
      meter.balance?.uncertainty == null ? null : Number(meter.balance.uncertainty.toPrecision(6)),
      meter.balance ? textIn(VERDICTS[meter.balance.verdict], language) : null,
      meter.accuracy.limit,
      percent(suspects.get(meter.ammeterId)),
      meter.coverage,
      meter.flags.map((flag) => textIn(FLAG_LABELS[flag], language)).join(textIn(PART_COMMA, language)),
    ]),
  };
}
