import { Switch } from 'antd';
import { useState } from 'react';
import { PROTOCOLS, STAT_TYPES } from '#contract/upload.ts';
import { MISSING } from '#domain/figure/number.ts';
import { dateAt } from '#domain/time/text.ts';
import { post } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { PlatformHead } from '../contract.ts';
import { refreshReporting } from './calls.ts';
import { SecretDialog } from './SecretDialog.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Report.module.css';
import { useReportTexts } from './useArea.ts';

/** Makes a call whose failure the call itself tells; then everything is asked anew. */
async function done(work: Promise<unknown>, message: string): Promise<void> {
  const good = await work.then(
    () => true,
    () => false,
  );
  if (good) notify('success', message);
  await refreshReporting();
}

/** The platform in view: whether it is reported to, how it stands with it, what is due and when. */
export function PlatformPanel({ head }: { readonly head: PlatformHead }) {
  const t = useReportTexts();
  const say = useText();
  const may = useMay('yunshui.platformInfo.edit');
  const [secret, setSecret] = useState(false);
  const { protocol, enabled, registered } = head;
  const toggle = async (enable: boolean): Promise<void> => {
    const question = { title: t('turnOff'), text: t('turnOffEffect'), okText: t('turnOff') };
    if (!enable && !(await confirm(question))) return;
    await done(post('hunan/platformInfo/enableUpload', { id: head.id, enable: enable ? 1 : 0 }), t('saved'));
  };
  const register = async (): Promise<void> => {
    const text = t('registerEffect', { url: head.baseUrl });
    if (await confirm({ title: t('registerTitle'), text, okText: t('register') }))
      await done(post('hunan/uploadservice/regist', { platformId: head.id }), t('registeredNow'));
  };
  return (
    <Panel flush>
      <div className={styles.head}>
        <div className={styles.who}>
          <h2>
            {head.platformName} <small className={kit.quiet}>{say(PROTOCOLS[protocol])}</small>
          </h2>
          <Contact head={head} />
          {protocol === 'A' && !head.hasSm4 && <p role="alert">{t('noSm4')}</p>}
          {may && (
            <p className={kit.bar}>
              <Switch
                size="small"
                checked={enabled}
                disabled={!registered}
                aria-label={t('enabled')}
                onChange={(on) => void toggle(on)}
              />
              <span>{enabled ? t('enabled') : t('disabled')}</span>
              <Button kind="link" onClick={() => void register()}>
                {registered ? t('registerAgain') : t('register')}
              </Button>
              <Button kind="link" onClick={() => setSecret(true)}>
                {t('secret')}
              </Button>
            </p>
          )}
        </div>
        <Facts head={head} />
      </div>
      {secret && <SecretDialog head={head} onClose={() => setSecret(false)} />}
    </Panel>
  );
}

function Fact({
  label,
  value,
  note,
}: {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}) {
  return (
    <div className={styles.fact}>
      <span>{label}</span>
      <b>{value}</b>
      <small>{note}</small>
    </div>
  );
}

/** Until when the key holds, which versions, when the slot is, what is due. */
function Facts({ head }: { readonly head: PlatformHead }) {
  const t = useReportTexts();
  const say = useText();
  const { protocol, enabled, timeZone } = head;
  return (
    <>
      <Fact
        label={t('keyUntil')}
        value={head.keyUntil === null ? MISSING : dateAt(timeZone, head.keyUntil)}
        note={protocol === 'A' ? t('keyNote') : t('noKeys')}
      />
      <Fact
        label={t('versions')}
        value={`${head.regVersion ?? MISSING} / ${head.dicVersion ?? MISSING}`}
        note={head.hasPassword ? t('passwordKept') : protocol === 'A' ? t('passwordNone') : ''}
      />
      <Fact
        label={t('nextSlot')}
        value={head.nextSlot.slice(11)}
        note={enabled ? t('slotNote', { n: head.slotHours }) : t('slotOff')}
      />
      <Fact
        label={t('due')}
        value={t('dueFigures', { n: head.due.reduce((count, { figures: n }) => count + n, 0) })}
        note={
          head.due.map(({ statType, figures }) => `${say(STAT_TYPES[statType])} ${figures}`).join(' · ') ||
          t('nothingDue')
        }
      />
    </>
  );
}

/** Whether the platform knows the enterprise, and how it answers. */
function Contact({ head }: { readonly head: PlatformHead }) {
  const t = useReportTexts();
  const { registered } = head;
  return (
    <>
      <p>
        <StatusDot
          status={registered ? 'normal' : 'noData'}
          text={registered ? `${t('registered')} ${head.deviceId ?? ''}`.trim() : t('notRegistered')}
        />
        <StatusDot
          status={head.lastFault ? 'alarm' : head.lastSeenAt ? 'normal' : 'noData'}
          text={
            head.lastFault ??
            (head.latency === null ? t('neverAnswered') : t('answered', { ms: head.latency }))
          }
        />
      </p>
      <p>{head.enterpriseCode ? t('enterprise', { code: head.enterpriseCode }) : t('noCode')}</p>
    </>
  );
}
