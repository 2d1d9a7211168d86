import { FLAG, flagNames } from '#contract/usageFlag.ts';
import { type Ratio, microToNumber, microToText, numberToMicro } from '#domain/decimal/decimal.ts';
import { type Piece, upTo } from '#domain/fold/layer.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Shape } from '#domain/fold/weekShape.ts';
import type { Span, Stand } from '#domain/fold/span.ts';
import { type Segment, factorOf } from '#domain/ledger/segment.ts';
import type { Text } from '#contract/text.ts';
import type { SpanPart, StandWire } from '../../contract.ts';

/** How much of a piece lies inside a bucket, by the rule of the fold. */
function shareOf(piece: Piece, bucket: Range, shape?: Shape): bigint | null {
  const { energy, from, to } = piece;
  if (energy === null) return null;
  if (shape) return shape(bucket.to) - shape(bucket.from);
  return upTo(energy, from, to, bucket.to) - upTo(energy, from, to, bucket.from);
}

/** A piece as it is told to a person, with the sentence of its arithmetic. */
export function spanPart(piece: Piece, bucket: Range, shape?: Shape): SpanPart {
  const { span } = piece;
  const share = shareOf(piece, bucket, shape);
  const { origin } = span;
  const segment = origin.segment;
  return {
    kind: origin.kind,
    from: piece.from,
    to: piece.to,
    energy: piece.energy === null ? null : microToNumber(piece.energy),
    share: share === null ? null : microToNumber(share),
    text: sentence(piece, share, bucket, shape !== undefined),
    before: origin.kind === 'register' ? standOf(origin.before) : null,
    after: origin.kind === 'register' ? standOf(origin.after) : null,
    interval:
      origin.kind === 'interval'
        ? { from: origin.interval.start, to: origin.interval.end, value: origin.interval.value }
        : null,
    source: span.source,
    rank: span.rank,
    segmentId: segment?.id ?? null,
    factor: segment ? factorText(segment) : '1',
    flags: flagNames(piece.flags),
  };
}

const standOf = (stand: Stand): StandWire => ({
  ts: stand.at,
  stamp: stand.point?.ts ?? stand.at,
  register: microToNumber(stand.register),
  source: stand.point?.source ?? null,
});

/** CT × PT × correction as a decimal text. */
function factorText(segment: Segment): string {
  const { num, den }: Ratio = factorOf(segment);
  const scale = den.toString().length - 1;
  if (scale === 0) return num.toString();
  const digits = num.toString().padStart(scale + 1, '0');
  const part = digits.slice(-scale).replace(/0+$/, '');
  return part === '' ? digits.slice(0, -scale) : `${digits.slice(0, -scale)}.${part}`;
}

function sentence(piece: Piece, share: bigint | null, bucket: Range, byWeek: boolean): Text {
  const { span } = piece;
  if (piece.energy === null && (piece.flags & FLAG.suspect) !== 0)
    return joined([
      { zh: '数值不可信，未计入', en: 'The value cannot be and does not count' },
      ...leftOut(piece),
    ]);
  if (piece.energy === null) return { zh: '表底归零，电量未知', en: 'The register was reset: not known' };
  const parts: Text[] = [arithmetic(span), ...leftOut(piece)];
  if (
    span.energy !== null &&
    (piece.from !== span.from || piece.to !== span.to || piece.energy !== span.energy)
  ) {
    const rest = microToText(piece.energy);
    parts.push({
      zh: `扣除更高优先级数据后，本段余 ${rest}`,
      en: `less what counts before it, ${rest} is left here`,
    });
  }
  if (share !== null && share !== piece.energy) {
    const inside = minutes(Math.min(piece.to, bucket.to) - Math.max(piece.from, bucket.from));
    const all = minutes(piece.to - piece.from);
    parts.push({
      zh: `其中 ${inside}/${all} 分钟在本时段内，${byWeek ? '按上周同日曲线' : '按时间'}分摊 ${microToText(share)}`,
      en: `${inside} of ${all} minutes lie in this interval: ${microToText(share)} by ${byWeek ? 'the curve of the week before' : 'time'}`,
    });
  }
  return joined(parts);
}

const joined = (parts: readonly Text[]): Text => ({
  zh: parts.map((part) => part.zh).join('；'),
  en: parts.map((part) => part.en).join('; '),
});

const MOST_SHOWN = 5;

/** A register whose source sent another value for it that left the course of the meter. */
function sentAgain({ point, register }: Stand): Text[] {
  if (!point || numberToMicro(point.value) === register) return [];
  const [again, before] = [point.value, microToText(register)];
  return [
    {
      zh: `重发的值 ${again} 偏离本表走势，按先前的 ${before} 计`,
      en: `sent again as ${again}, which left the course of the meter: ${before} from before counts`,
    },
  ];
}

/** The registers between the two of a span that left the course of their meter. */
function leftOut({ span: { origin, flags } }: Piece): Text[] {
  if (origin.kind !== 'register') return [];
  const again = [origin.before, origin.after].flatMap(sentAgain);
  const { without = [] } = origin;
  if (without.length === 0) return again;
  const shown = without.slice(0, MOST_SHOWN).map(({ register }) => microToText(register));
  const [zh, en] = without.length > MOST_SHOWN ? ['等', ' …'] : ['', ''];
  const noise = (flags & FLAG.noise) !== 0;
  return [
    ...again,
    {
      zh: `其间 ${without.length} 个示值（${shown.join('、')}${zh}）${noise ? '属抖动' : '偏离本表走势'}，未计入`,
      en: `${without.length} between (${shown.join(', ')}${en}) ${noise ? 'are noise' : 'left the course of the meter'} and do not count`,
    },
  ];
}

const minutes = (ms: number): string => String(Math.round(ms / 600) / 100);

function arithmetic(span: Span): Text {
  const { origin } = span;
  const energy = span.energy === null ? '' : microToText(span.energy);
  if (origin.kind === 'interval') {
    const { value } = origin.interval;
    const line = origin.segment ? `${value} × ${factorText(origin.segment)} = ${energy}` : energy;
    return { zh: `时段量 ${line}`, en: `stated energy ${line}` };
  }
  const { before, after, segment } = origin;
  const over = after.register < before.register ? ` + 10^${segment.registerWidth ?? 0}` : '';
  const line = `(${microToText(after.register)}${over} − ${microToText(before.register)}) × ${factorText(segment)} = ${energy}`;
  return { zh: `表底差 ${line}`, en: `registers ${line}` };
}
