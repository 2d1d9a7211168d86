import type { BillView } from '../../contract.ts';
import type { Value } from '#server/sheet/factSheet.ts';
import type { SheetWords } from '#server/sheet/words.ts';

type Facts = readonly (readonly Value[])[];

/** What stands over the lines of a bill: whose it is, of which time, by which scheme, and how far it can be trusted. */
export const accountOf = (view: BillView, words: SheetWords): Facts => [
  ...subjectOf(view, words),
  ...trustOf(view, words),
];

const subjectOf = (view: BillView, { say, clock }: SheetWords): Facts => [
  [say('户号', 'Account'), view.measureAccount],
  [say('对象', 'Object'), view.orgName],
  [
    say('结算月', 'Settlement month'),
    `${view.month}${view.unfinished ? say('（尚未结束）', ' (not over yet)') : ''}`,
  ],
  [say('时段', 'Time'), `${clock(view.from)} – ${clock(view.to)} (${view.timeZone})`],
  [say('方案', 'Scheme'), view.schemeName],
  ...view.parts.map(({ since, until, days, of, schemeName }, i): Value[] => [
    i === 0 ? say('分段', 'Parts') : '',
    say(
      `${since} 至 ${until}（${days}/${of} 天）${schemeName}`,
      `${since} to ${until} (${days} of ${of} days) ${schemeName}`,
    ),
  ]),
];

const trustOf = (view: BillView, { say, yuan }: SheetWords): Facts => [
  [say('平均电价', 'Average price'), view.averagePrice === null ? '--' : `${view.averagePrice} ${yuan}/kWh`],
  [say('数据覆盖率', 'Coverage'), view.coverage === null ? '--' : `${view.coverage}%`],
  ...(view.doubtfulLines.length > 0
    ? [
        [
          say('存疑', 'In doubt'),
          say(
            `${view.doubtfulLines.length} 项依据不完整的数据，见“存疑项目”`,
            `${view.doubtfulLines.length} on incomplete data, see the sheet “In doubt”`,
          ),
        ],
      ]
    : []),
  ...(view.demandMissing
    ? [
        [
          say('说明', 'Note'),
          say(
            '本期没有实测的最大需量，合计不含需量电费',
            'No demand was measured: the total excludes the demand charge',
          ),
        ],
      ]
    : []),
];
