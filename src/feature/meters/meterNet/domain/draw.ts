import { type Language, textIn } from '#contract/text.ts';
import type { NetAnswer, NetMeter } from '../contract.ts';
import { BOX, layoutOf, lineOf } from './layout.ts';
import { VERDICTS } from './verdict.ts';

/** Colours of a drawing that leaves the product: paper has no dark ground. */
const INK = { line: '#8c8c8c', text: '#1f1f1f', grey: '#595959', even: '#389e0d', loss: '#d48806', negative: '#cf1322', open: '#8c8c8c' }; // prettier-ignore

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`).replace(/\p{Cc}/gu, '');

const short = (text: string, most: number): string =>
  Array.from(text).length > most
    ? `${Array.from(text)
        .slice(0, most - 1)
        .join('')}…`
    : text;

const number = (value: number | null): string =>
  value === null ? '--' : new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }).format(value);

/** The network as a drawing that stands for itself: an SVG document. */
export function drawNet(net: NetAnswer, language: Language): string {
  const { places, width, height } = layoutOf(net.meters);
  const suspects = new Map(
    net.suspects.filter((one) => one.certain).map((one) => [one.ammeterId, one.error]),
  );
  const lines = net.meters.flatMap(({ ammeterId, parentId }) => {
    const [from, to] = [places.get(parentId ?? -1), places.get(ammeterId)];
    return from && to ? [`<path d="${lineOf(from, to)}" fill="none" stroke="${INK.line}"/>`] : [];
  });
  const boxes = net.meters.map((meter) => box(meter, net.unit, language, suspects.get(meter.ammeterId)));
  const title = escaped(`${net.consumerName} ${net.begin} – ${net.end}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif"><title>${title}</title>${lines.join('')}${boxes.join('')}</svg>`;

  function box(meter: NetMeter, unit: string, words: Language, error: number | undefined): string {
    const { x, y } = places.get(meter.ammeterId) ?? { x: 0, y: 0 };
    const { balance } = meter;
    const color = error === undefined ? INK[balance?.verdict ?? 'open'] : INK.negative;
    const rest =
      error === undefined
        ? balance
          ? `${textIn(VERDICTS[balance.verdict], words)} ${number(balance.rest)}`
          : ''
        : `${textIn({ zh: '疑似误差', en: 'Likely error' }, words)} ${(error * 100).toFixed(1)} %`;
    return (
      `<g transform="translate(${x} ${y})"><rect width="${BOX.width}" height="${BOX.height}" rx="4" fill="#fff" stroke="${color}"/>` +
      `<text x="10" y="20" font-size="13" fill="${INK.text}">${escaped(short(meter.ammeterName, 20))}</text>` +
      `<text x="10" y="38" font-size="12" fill="${INK.grey}">${escaped(`${number(meter.energy)} ${unit}`)}</text>` +
      `<text x="10" y="56" font-size="11" fill="${color}">${escaped(rest)}</text></g>`
    );
  }
}
