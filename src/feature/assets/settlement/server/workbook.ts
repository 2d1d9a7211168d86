import { PERIODS } from '#contract/period.ts';
import type { Language } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { sheetOf, type Value } from '#server/sheet/factSheet.ts';
import { PRICE, type SheetWords, wordsFor } from '#server/sheet/words.ts';
import type { WorkbookSheet } from '#server/sheet/workbook.ts';
import {
  type AssetSettlement,
  type DoubtReason,
  REVENUE_COST_LABELS,
  type SettlementStatement,
} from '../contract.ts';
import { DOUBT_LABELS } from './doubtText.ts';
import type { AssetDay } from './statement.ts';

const periodOf = (period: number, { word }: SheetWords): string =>
  period === 0 ? '' : word(PERIODS[period as keyof typeof PERIODS]);

function factsOf({ month, settlement, consumerName }: SettlementStatement, words: SheetWords): Value[][] {
  const { say, clock } = words;
  return [
    [say('企业', 'Enterprise'), consumerName],
    [say('站点', 'Site'), settlement.siteName],
    [
      say('结算月', 'Settlement month'),
      `${month}${settlement.unfinished ? say('（尚未结束）', ' (not over yet)') : ''}`,
    ],
    [say('时段', 'Time'), `${clock(settlement.from)} – ${clock(settlement.to)} (${settlement.timeZone})`],
    [say('数据覆盖率', 'Coverage'), settlement.coverage === null ? '--' : `${settlement.coverage}%`],
  ];
}

function linesSheet(statement: SettlementStatement, words: SheetWords): WorkbookSheet {
  const { say, word, yuan, money, number, text } = words;
  const { assets, net } = statement.settlement;
  return sheetOf(
    say('结算单', 'Settlement'),
    factsOf(statement, words),
    [
      text('资产', 'Asset'),
      text('项目', 'Item'),
      text('时段', 'Period'),
      number('电量 (kWh)', 'Energy (kWh)'),
      number(`单价 (${yuan})`, `Price (${yuan})`, PRICE),
      money('金额', 'Amount'),
      text('说明', 'Note'),
    ],
    [
      ...assets.flatMap((asset) =>
        asset.rows.map((row): Value[] => [
          row.assetName,
          word(REVENUE_COST_LABELS[row.type]),
          periodOf(row.period, words),
          row.quantity,
          row.price,
          row.amount,
          row.type === 'demandSaved'
            ? demandText(asset, words)
            : row.amount === null
              ? say('没有电价，未计入合计', 'No price: the total is without it')
              : '',
        ]),
      ),
      [say('净收益', 'Net'), '', '', null, null, net, ''],
    ],
    true,
  );
}

const demandText = ({ demands }: AssetSettlement, { say, clock }: SheetWords): string =>
  demands
    .map(({ actual, actualAt, without, withoutAt, price }) =>
      say(
        `无储能 ${without} kW（${clock(withoutAt)}），有储能 ${actual} kW（${clock(actualAt)}），${price} 元/kW`,
        `${without} kW without the battery (${clock(withoutAt)}), ${actual} kW with it (${clock(actualAt)}), ${price} yuan per kW`,
      ),
    )
    .join('; ');

function sharesSheet({ settlement }: SettlementStatement, words: SheetWords): WorkbookSheet {
  const { say, money, number, text } = words;
  return sheetOf(
    say('分成与指标', 'Shares and figures'),
    [],
    [
      text('资产', 'Asset'),
      money('毛收益', 'Gross profit'),
      number('用户比例 %', 'Customer %', '0.##'),
      money('用户分成', 'Share of the customer'),
      money('投资方分成', 'Share of the owner'),
      number('充电 / 发电 (kWh)', 'Charged or generated (kWh)'),
      number('放电 / 上网 (kWh)', 'Discharged or fed in (kWh)'),
      number('往返效率 %', 'Round trip %', '0.00'),
      number('等效循环', 'Cycles', '0.0000'),
      number('数据覆盖率 %', 'Coverage %', '0'),
    ],
    settlement.assets.map((asset) => [
      asset.assetName,
      asset.gross,
      asset.customerShare,
      asset.customer,
      asset.owner,
      asset.charged ?? asset.generated,
      asset.discharged ?? asset.fedIn,
      asset.efficiency,
      asset.cycles,
      asset.coverage,
    ]),
  );
}

function doubtSheet({ settlement }: SettlementStatement, words: SheetWords): WorkbookSheet {
  const { say, word, number, text, clock } = words;
  return sheetOf(
    say('存疑', 'In doubt'),
    [],
    [
      text('资产', 'Asset'),
      text('原因', 'Why'),
      number('刻钟数（充电记录为次数）', 'Quarters of an hour (of sessions how many)', '0'),
      text('开始', 'From'),
      text('结束', 'To'),
    ],
    settlement.assets.flatMap(({ doubts }) =>
      doubts.map(({ assetName, reason, quarters, from, to }) => [
        assetName,
        word(DOUBT_LABELS[reason satisfies DoubtReason]),
        quarters,
        clock(from),
        clock(to),
      ]),
    ),
  );
}

function issuedSheet({ issued, settlement }: SettlementStatement, words: SheetWords): WorkbookSheet[] {
  if (!issued) return [];
  const { say, word, words: all, money, text, clock } = words;
  return [
    sheetOf(
      say('已存档', 'Kept'),
      [
        [say('存档时间', 'Kept at'), clock(issued.issuedAt)],
        [say('存档人', 'Kept by'), issued.issuedBy ?? '--'],
        [
          say('原因', 'Why it differs now'),
          all(issued.causes) || say('与现在的计算一致', 'The same as computed now'),
        ],
      ],
      [
        text('资产', 'Asset'),
        text('项目', 'Item'),
        text('时段', 'Period'),
        money('存档时', 'As kept'),
        money('现在', 'Now'),
        money('差额', 'Difference'),
      ],
      [
        ...issued.differences.map((one) => [
          one.assetName,
          word(REVENUE_COST_LABELS[one.type]),
          periodOf(one.period, words),
          one.issued,
          one.now,
          one.difference,
        ]),
        [
          say('净收益', 'Net'),
          '',
          '',
          issued.net,
          settlement.net,
          Math.round((settlement.net - issued.net) * 100) / 100,
        ],
      ],
      true,
    ),
  ];
}

const energy = (micro: bigint | null): number | null => (micro === null ? null : microToNumber(micro));

const daysSheet = (days: readonly AssetDay[], { say, number, text }: SheetWords): WorkbookSheet =>
  sheetOf(
    say('逐日电量', 'Days'),
    [],
    [
      text('资产', 'Asset'),
      text('日期', 'Day'),
      number('充电 / 发电 (kWh)', 'Charged or generated (kWh)'),
      number('放电 (kWh)', 'Discharged (kWh)'),
    ],
    days.map(({ assetName, date, first, second }) => [assetName, date, energy(first), energy(second)]),
  );

/** The sheets of a settlement: lines, shares and figures, what is in doubt, what was kept, days. Amounts are numbers. */
export function settlementSheets(
  statement: SettlementStatement,
  days: readonly AssetDay[],
  language: Language,
): WorkbookSheet[] {
  const words = wordsFor(language, statement.settlement.timeZone);
  const doubtful = statement.settlement.assets.some(({ doubts }) => doubts.length > 0);
  return [
    linesSheet(statement, words),
    sharesSheet(statement, words),
    ...(doubtful ? [doubtSheet(statement, words)] : []),
    ...issuedSheet(statement, words),
    daysSheet(days, words),
  ];
}
