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
  SHARE_LABELS,
  type SettlementStatement,
  type SiteSettlement,
} from '../contract.ts';
import { between, paperOf, type PaperLine, type StatementPaper } from '../domain/statementPaper.ts';
import { DOUBT_LABELS } from './doubtText.ts';
import type { AssetDay } from './statement.ts';

const periodOf = (period: number, { word }: SheetWords): string =>
  period === 0 ? '' : word(PERIODS[period as keyof typeof PERIODS]);

function factsOf(
  { month, consumerName }: SettlementStatement,
  settlement: SiteSettlement,
  words: SheetWords,
): Value[][] {
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

/** Where the month was kept: when and by whom, and whether it would be another now. */
function keptFacts({ issued }: SettlementStatement, { say, clock }: SheetWords, differs: boolean): Value[][] {
  if (!issued) return [];
  const by = `${clock(issued.issuedAt)}, ${issued.issuedBy ?? '--'}`;
  return [
    [say('已存档', 'Kept'), by],
    [
      say('数值', 'Figures'),
      differs
        ? say('存档时的数值，旁边是现在的计算', 'As they were kept, beside what is computed now')
        : say('存档时的数值，金额与现在的计算一致', 'As they were kept, amounts the same as computed now'),
    ],
    ...(issued.amountsAlone
      ? [
          [
            say('未保存', 'Not kept'),
            say('存档时没有保存电量与指标', 'Energies and figures were not kept then'),
          ],
        ]
      : []),
  ];
}

function linesSheet(statement: SettlementStatement, paper: StatementPaper, words: SheetWords): WorkbookSheet {
  const { say, yuan, money, number, text } = words;
  const { settlement, assets, differs } = paper;
  const { net } = statement.settlement;
  const beside = (now: number | null, difference: number | null): Value[] =>
    differs ? [now, difference] : [];
  return sheetOf(
    say('结算单', 'Settlement'),
    [...factsOf(statement, settlement, words), ...keptFacts(statement, words, differs)],
    [
      text('资产', 'Asset'),
      text('项目', 'Item'),
      text('时段', 'Period'),
      number('电量 (kWh)', 'Energy (kWh)'),
      number(`单价 (${yuan})`, `Price (${yuan})`, PRICE),
      differs ? money('存档金额', 'Amount as kept') : money('金额', 'Amount'),
      ...(differs ? [money('现在', 'Now'), money('差额', 'Difference')] : []),
      text('说明', 'Note'),
    ],
    [
      ...assets.flatMap(({ asset, lines }) =>
        lines.map((line): Value[] => [
          line.assetName,
          words.word(REVENUE_COST_LABELS[line.type]),
          periodOf(line.period, words),
          line.quantity,
          line.price,
          line.amount,
          ...beside(line.now, line.difference),
          noteOf(line, asset, words),
        ]),
      ),
      [
        say('净收益', 'Net'),
        '',
        '',
        null,
        null,
        settlement.net,
        ...beside(net, between(settlement.net, net)),
        '',
      ],
    ],
    true,
  );
}

function noteOf(line: PaperLine, asset: AssetSettlement, words: SheetWords): string {
  if (line.added) return words.say('存档后新增', 'Has come since it was kept');
  if (line.type === 'demandSaved') return demandText(asset, words);
  return line.amount === null ? words.say('没有电价，未计入合计', 'No price: the total is without it') : '';
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

function sharesSheet({ settlement }: StatementPaper, words: SheetWords): WorkbookSheet {
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
      text('完整天数', 'Whole days'),
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
      asset.efficiencyDays ? `${asset.efficiencyDays.known} / ${asset.efficiencyDays.of}` : '',
      asset.cycles,
      asset.coverage,
    ]),
  );
}

function doubtSheet({ settlement }: StatementPaper, words: SheetWords): WorkbookSheet {
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
          say('存档后的变化', 'Changed since'),
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
        ...issued.shares.map((one) => [
          one.assetName,
          word(SHARE_LABELS[one.share]),
          '',
          one.issued,
          one.now,
          one.difference,
        ]),
        [say('净收益', 'Net'), '', '', issued.net, settlement.net, between(issued.net, settlement.net)],
      ],
      true,
    ),
  ];
}

const energy = (micro: bigint | null): number | null => (micro === null ? null : microToNumber(micro));

/** Days of a workbook, and whether they are those that were kept. */
interface Days {
  readonly rows: readonly Pick<AssetDay, 'assetName' | 'date' | 'first' | 'second'>[];
  readonly kept: boolean;
}

const daysSheet = ({ rows, kept }: Days, issued: boolean, { say, number, text }: SheetWords): WorkbookSheet =>
  sheetOf(
    issued && !kept ? say('逐日电量（现在）', 'Days as computed now') : say('逐日电量', 'Days'),
    [],
    [
      text('资产', 'Asset'),
      text('日期', 'Day'),
      number('充电 / 发电 (kWh)', 'Charged or generated (kWh)'),
      number('放电 (kWh)', 'Discharged (kWh)'),
    ],
    rows.map(({ assetName, date, first, second }) => [assetName, date, energy(first), energy(second)]),
  );

/**
 * The sheets of a settlement: lines, shares and figures, what is in doubt, what was kept, days. Amounts are numbers. Of a month that
 * was kept they are those that were kept, with what they would be now beside them.
 */
export function settlementSheets(
  statement: SettlementStatement,
  days: Days,
  language: Language,
): WorkbookSheet[] {
  const words = wordsFor(language, statement.settlement.timeZone);
  const paper = paperOf(statement);
  const doubtful = paper.settlement.assets.some(({ doubts }) => doubts.length > 0);
  return [
    linesSheet(statement, paper, words),
    sharesSheet(paper, words),
    ...(doubtful ? [doubtSheet(paper, words)] : []),
    ...issuedSheet(statement, words),
    daysSheet(days, statement.issued !== null, words),
  ];
}
