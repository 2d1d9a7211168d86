import PDFDocument from 'pdfkit';
import { reportFont } from '#server/pdf/font.ts';
import type { Client } from './client.ts';
import { englishOf } from './english.ts';

const MARGIN = 50;
const SIZE = { height: 30, gap: 14, below: 44 };

async function paper(
  title: string,
  draw: (doc: PDFKit.PDFDocument) => void,
  landscape: boolean,
): Promise<Blob> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    layout: landscape ? 'landscape' : 'portrait',
    info: { Title: title },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => doc.on('end', resolve));
  doc.registerFont('text', reportFont()).font('text');
  doc.fontSize(18).text(title, { align: 'center' }).moveDown();
  draw(doc);
  doc.end();
  await ended;
  return new Blob([Buffer.concat(chunks)], { type: 'application/pdf' });
}

/** A document as people write it: a title and numbered paragraphs. */
export const writtenPaper = (title: string, paragraphs: readonly string[]): Promise<Blob> =>
  paper(
    title,
    (doc) => {
      doc.fontSize(11);
      for (const [i, paragraph] of paragraphs.entries())
        doc.text(`${i + 1}. ${paragraph}`, { lineGap: 4 }).moveDown(0.5);
    },
    false,
  );

/** Sends a file with what its form says; its names are the title's. @returns the row that was added */
export function sendPaper(
  client: Client,
  call: string,
  title: string,
  file: Blob,
  fields: Readonly<Record<string, string | number>>,
): Promise<{ readonly id: number }> {
  const form = new FormData();
  const fileName = `${title}.pdf`;
  const english = englishOf(fileName);
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (english !== undefined) form.append('fileNameEn', english);
  form.append('upFile', file, fileName);
  return client.upload(`/api/${call}/add`, form);
}

/** A box of a diagram, and the name of the box above that it hangs on; the first of these where none is said. */
export interface Box {
  readonly name: string;
  readonly under?: string | undefined;
}

/** A diagram: boxes level by level, each joined with its box in the level above. */
export const drawnPaper = (title: string, levels: readonly (readonly Box[])[]): Promise<Blob> =>
  paper(
    title,
    (doc) => {
      doc.fontSize(9).lineWidth(0.8).strokeColor('#3b6ea8');
      const top = doc.y + 10;
      const width = doc.page.width - 2 * MARGIN;
      const placeOf = (level: readonly Box[], i: number) => {
        const each = width / level.length;
        return { middle: MARGIN + each * (i + 0.5), width: Math.min(150, each - SIZE.gap) };
      };
      for (const [n, level] of levels.entries()) {
        const y = top + n * (SIZE.height + SIZE.below);
        const above = levels[n - 1];
        for (const [i, { name, under }] of level.entries()) {
          const { middle, width: wide } = placeOf(level, i);
          doc.rect(middle - wide / 2, y, wide, SIZE.height).stroke();
          doc.text(name, middle - wide / 2, y + 9, {
            width: wide,
            align: 'center',
            lineBreak: false,
            ellipsis: true,
          });
          if (!above) continue;
          const over = placeOf(
            above,
            Math.max(
              0,
              above.findIndex((one) => one.name === under),
            ),
          ).middle;
          const turn = y - SIZE.below / 2;
          doc
            .moveTo(middle, y)
            .lineTo(middle, turn)
            .lineTo(over, turn)
            .lineTo(over, y - SIZE.below)
            .stroke();
        }
      }
    },
    true,
  );
