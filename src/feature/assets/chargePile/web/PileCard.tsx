import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { Button } from '#web/ui/Button.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { CONNECTOR_STATES, type ConnectorWire, type PileWire } from '../contract.ts';
import type { Change } from './address.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Charge.module.css';
import { linkStatus, statusOf } from './pileState.ts';
import { useChargeTexts } from './useChargeTexts.ts';

/** A clock that is off by so much is said, ms. */
const CLOCK_MS = 30_000;

/** A charger with its connectors and what goes on at each. */
export function PileCard({
  pile,
  now,
  onChange,
}: {
  readonly pile: PileWire;
  readonly now: number;
  readonly onChange: Change;
}) {
  const t = useChargeTexts();
  const mayOperate = useMay('archive.chargePile.operate');
  const { pileId, pileCode, pileName, siteName, ratedPower, timeZone, link, heardAt, clockAhead } = pile;
  return (
    <li className={styles.card} data-testid={`pile-${pileCode}`}>
      <header>
        <span className={styles.named}>
          <b>{pileName}</b>
          <small>{[pileCode, siteName, `${formatNumber(ratedPower, 0)} kW`].join(' · ')}</small>
        </span>
        <StatusDot status={linkStatus(pile)} text={t(`link_${link}`)} />
      </header>
      <ul className={`${kit.list} ${styles.connectors}`}>
        {pile.connectors.map((connector) => (
          <Connector key={connector.connector} pile={pile} connector={connector} />
        ))}
      </ul>
      <footer>
        <small className={kit.quiet}>
          {pile.limit !== null && <b>{t('limitedTo', { kW: formatNumber(pile.limit, 1) })} · </b>}
          {pile.share && pile.share.told !== null && (
            <b>{t('sharedTo', { kW: formatNumber(pile.share.told, 1) })} · </b>
          )}
          {t('heard')} <Ago at={heardAt} zone={timeZone} now={now} />
          {clockAhead !== null && Math.abs(clockAhead) > CLOCK_MS && (
            <> · {t('clock', { n: Math.round(clockAhead / 1000) })}</>
          )}
        </small>
        <span className={styles.buttons}>
          <Button
            kind="link"
            aria-label={`${t('events')} ${pileCode}`}
            onClick={() => onChange({ events: pileId }, { push: true })}
          >
            {t('events')}
          </Button>
          {mayOperate && link !== 'none' && (
            <Button
              kind="link"
              aria-label={`${t('command')} ${pileCode}`}
              onClick={() => onChange({ operate: pileId }, { push: true })}
            >
              {t('command')}
            </Button>
          )}
        </span>
      </footer>
    </li>
  );
}

function Connector({ pile, connector }: { readonly pile: PileWire; readonly connector: ConnectorWire }) {
  const t = useChargeTexts();
  const say = useText();
  const { status, errorCode, info, since, session } = connector;
  const fault = errorCode !== null && errorCode !== 'NoError' ? [errorCode, info].filter(Boolean).join(' · ') : null; // prettier-ignore
  const word = status === null ? t('noStatus') : say(CONNECTOR_STATES[status]);
  return (
    <li>
      <div className={`${kit.words} ${styles.connector}`}>
        <b>{t('connector', { n: connector.connector })}</b>
        <StatusDot status={statusOf(pile, connector)} text={word} />
        {since !== null && (
          <small className={kit.quiet}>{t('since', { time: timeAt(pile.timeZone, since) })}</small>
        )}
      </div>
      {connector.reservation && (
        <small className={kit.quiet}>
          {t('reservedFor', {
            who: connector.reservation.holder ?? connector.reservation.idTag,
            time: timeAt(pile.timeZone, connector.reservation.until),
          })}
        </small>
      )}
      {fault && <p className={styles.fault}>{fault}</p>}
      {session && (
        <dl className={styles.session}>
          <div>
            <dt>{t('tag')}</dt>
            <dd title={session.idTag}>{session.holder ?? session.idTag}</dd>
          </div>
          <div>
            <dt>{t('energy')}</dt>
            <dd>{amount(session.energy, 2, 'kWh')}</dd>
          </div>
          <div>
            <dt>{t('power')}</dt>
            <dd>{amount(session.power, 1, 'kW')}</dd>
          </div>
          <div>
            <dt>SOC</dt>
            <dd>{amount(session.soc, 0, '%')}</dd>
          </div>
        </dl>
      )}
    </li>
  );
}

const amount = (value: number | null, decimals: number, unit: string): string =>
  value === null ? MISSING : `${formatNumber(value, decimals)} ${unit}`;
