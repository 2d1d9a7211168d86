import { FLAG_LABELS } from '#contract/usageFlag.ts';
import { formatFull } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import type { BillPaper, PaperMeter, RegisterStand } from '../contract.ts';
import styles from './Paper.module.css';

/** Where the energy comes from, what each line is made of, who signs, and what the paper is checked by. */
export function PaperAppendix({ paper }: { readonly paper: BillPaper }) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const { bill, meters, more, checksum, printedBy, printedAt } = paper;
  const signatures = [t('signMade'), t('signChecked'), t('signApproved'), t('signSupplier')];
  return (
    <>
      <section className={styles['appendix']}>
        <h2>{t('appendix')}</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('meter')}</th>
              <th scope="col">{t('factors')}</th>
              <th scope="col">{t('beginStand')}</th>
              <th scope="col">{t('endStand')}</th>
              <th scope="col">{t('energyOf')}</th>
              <th scope="col">{t('quality')}</th>
            </tr>
          </thead>
          <tbody>
            {meters.map((meter) => (
              <Meter key={`${meter.ammeterId} ${meter.from}`} meter={meter} zone={bill.timeZone} />
            ))}
          </tbody>
        </table>
        {more > 0 && <p>{t('moreMeters', { n: more })}</p>}
        <dl>
          {bill.rows.map(({ key, item, inputs }) => (
            <div key={key}>
              <dt>{say(item)}</dt>
              <dd>{say(inputs)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className={styles['signatures']}>
        {signatures.map((name, i) => (
          <p key={name}>
            <span>{i === 0 ? bill.issued?.issuedBy : ''}</span>
            {name}
          </p>
        ))}
      </div>
      <footer className={styles['foot']}>
        <span>
          SHA-256 {checksum.slice(0, 32)} {checksum.slice(32)}
        </span>
        <span>{t('printedAt', { at: timeAt(bill.timeZone, printedAt), by: printedBy })}</span>
      </footer>
    </>
  );
}

function Meter({ meter, zone }: { readonly meter: PaperMeter; readonly zone: string }) {
  const say = useText();
  const stand = (one: RegisterStand | null) =>
    one === null ? '--' : (
      <>
        {formatFull(one.value)}
        <br />
        <small>{timeAt(zone, one.at)}</small>
      </>
    ); // prettier-ignore
  const flags = meter.flags.filter((flag) => flag !== 'measured').map((flag) => say(FLAG_LABELS[flag]));
  return (
    <tr>
      <td>
        {meter.sign === -1 && '− '}
        {meter.ammeterName}
        <br />
        <small>{meter.ammeterCode}</small>
      </td>
      <td>
        {meter.life.map(({ id, from, serial, multiplier }) => (
          <span key={id ?? from ?? 0}>
            {serial ?? ''} × {multiplier}
          </span>
        ))}
      </td>
      <td>{stand(meter.begin)}</td>
      <td>{stand(meter.end)}</td>
      <td>{meter.energy === null ? '--' : formatFull(meter.energy)}</td>
      <td>{[meter.coverage === null ? '--' : `${meter.coverage}%`, ...flags].join(' ')}</td>
    </tr>
  );
}
