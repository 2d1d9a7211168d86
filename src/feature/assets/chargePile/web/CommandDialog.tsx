import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AutoComplete, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { formatNumber } from '#domain/figure/number.ts';
import { ApiError, type Params } from '#web/api.ts';
import { PasswordField } from '#web/resource/PasswordField.tsx';
import { useConsumer } from '#web/session/consumer.ts';
import { useSession } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import type { Status } from '#web/theme/palette.ts';
import { Button } from '#web/ui/Button.tsx';
import { Choice } from '#web/ui/Choice.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import {
  COMMAND_STATES,
  type CommandState,
  PILE_COMMAND_NAMES,
  COMMAND_KINDS,
  PILE_COMMANDS,
  type PileCommand,
  type PileCommandWire,
  type PileWire,
} from '../contract.ts';
import { CHARGE_KEY, sendCommand, tagsQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Charge.module.css';
import { SettingFields } from './SettingFields.tsx';
import { useChargeTexts } from './useChargeTexts.ts';

interface Wish {
  readonly kind: PileCommand;
  /** 0 = the whole charger. */
  readonly connector: number;
  readonly idTag: string;
  /** kW */
  readonly power: number | null;
  /** Of a reservation. */
  readonly minutes: number | null;
  readonly settingKey: string;
  readonly settingValue: string;
  readonly password: string;
  readonly code: string;
}

/** A session that goes on at a connector, 0 = at any. */
const sessionAt = ({ connectors }: PileWire, connector: number): number | undefined =>
  connectors.find(({ session, connector: own }) => session && (connector === 0 || own === connector))?.session?.sessionId; // prettier-ignore

/** A reservation that holds at a connector. */
const reservationAt = ({ connectors }: PileWire, connector: number): number | undefined =>
  connectors.find((one) => one.connector === connector)?.reservation?.reservationId;

/** Kinds that are about one connector, never the whole charger. */
const ONE_CONNECTOR: ReadonlySet<PileCommand> = new Set([
  'remoteStart',
  'reserve',
  'cancelReserve',
  'unlock',
]);
/** Kinds that are about the whole charger, never one connector. */
const WHOLE: ReadonlySet<PileCommand> = new Set(['limit', 'clearLimit', 'readSettings', 'changeSetting', 'softReset', 'hardReset']); // prettier-ignore

/** Why a command cannot be sent as it is wished; undefined = it can. */
function hindranceOf(
  pile: PileWire,
  { kind, connector, power, minutes, settingKey }: Wish,
): 'noSession' | 'noReservation' | 'incomplete' | undefined {
  if (kind === 'remoteStop' && sessionAt(pile, connector) === undefined) return 'noSession';
  if (kind === 'cancelReserve' && reservationAt(pile, Math.max(1, connector)) === undefined)
    return 'noReservation';
  const lacks =
    (kind === 'limit' && power === null) ||
    (kind === 'reserve' && minutes === null) ||
    (kind === 'changeSetting' && settingKey.trim() === '');
  return lacks ? 'incomplete' : undefined;
}

/** The command as its call takes it. */
function paramsOf(pile: PileWire, wish: Wish): Params {
  const { kind, connector, idTag, password, code } = wish;
  const proof = { ...(password === '' ? {} : { password }), ...(code === '' ? {} : { code }) };
  const base = { pileId: pile.pileId, kind, ...proof };
  if (kind === 'remoteStart') return { ...base, idTag, connector: connector === 0 ? 1 : connector };
  if (kind === 'remoteStop') {
    const sessionId = sessionAt(pile, connector);
    return { ...base, ...(sessionId === undefined ? {} : { sessionId }) };
  }
  if (kind === 'limit') return { ...base, power: wish.power ?? '' };
  const at = Math.max(1, connector);
  if (kind === 'reserve') return { ...base, idTag, connector: at, minutes: wish.minutes ?? '' };
  if (kind === 'cancelReserve') return { ...base, reservationId: reservationAt(pile, at) ?? '' };
  if (kind === 'unlock') return { ...base, connector: at };
  if (kind === 'changeSetting')
    return { ...base, settingKey: wish.settingKey.trim(), settingValue: wish.settingValue };
  return WHOLE.has(kind) ? base : { ...base, connector };
}

const EMPTY: Wish = { kind: 'remoteStart', connector: 1, idTag: '', power: null, minutes: 30, settingKey: '', settingValue: '', password: '', code: '' }; // prettier-ignore

interface CommandDialogProps {
  readonly pile: PileWire;
  /** What it begins with, and the setting that is changed. */
  readonly want: PileCommand;
  readonly setting: string;
  readonly onClose: () => void;
}

/** Tells a charger to do something, with the own password, and shows what came of it. */
export function CommandDialog({ pile, want, setting, onClose }: CommandDialogProps) {
  const t = useChargeTexts();
  const client = useQueryClient();
  const [wish, setWish] = useState<Wish>({ ...EMPTY, kind: want, settingKey: setting });
  const [problem, setProblem] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<PileCommandWire>();
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      setDone(await sendCommand(paramsOf(pile, wish)));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: CHARGE_KEY });
    }
  };
  const hindrance = hindranceOf(pile, wish);
  return (
    <Dialog
      title={t('commandTitle', { name: pile.pileName })}
      onClose={onClose}
      width={560}
      foot={
        done ? (
          <>
            <Button onClick={() => setDone(undefined)}>{t('again')}</Button>
            <Button kind="primary" onClick={onClose}>
              {t('close')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button kind="primary" disabled={busy || hindrance !== undefined} onClick={() => void send()}>
              {busy ? t('sending') : t('send')}
            </Button>
          </>
        )
      }
    >
      {done ? (
        <Outcome command={done} />
      ) : (
        <Fields pile={pile} wish={wish} problem={problem} onWish={(part) => setWish({ ...wish, ...part })} />
      )}
    </Dialog>
  );
}

interface FieldsProps {
  readonly pile: PileWire;
  readonly wish: Wish;
  readonly problem: ApiError | undefined;
  readonly onWish: (part: Partial<Wish>) => void;
}

function Fields({ pile, wish, problem, onWish }: FieldsProps) {
  const t = useChargeTexts();
  const say = useText();
  const { kind, connector } = wish;
  const resets = kind === 'softReset' || kind === 'hardReset';
  const limits = kind === 'limit' || kind === 'clearLimit';
  const whole = !ONE_CONNECTOR.has(kind);
  const hindrance = hindranceOf(pile, wish);
  return (
    <div className={`${kit.stack} ${styles.page}`}>
      <Choice
        label={t('what')}
        columns={2}
        value={kind}
        options={PILE_COMMAND_NAMES.map((value) => ({ value, text: say(PILE_COMMANDS[value]) }))}
        onChange={(next) => onWish({ kind: next })}
      />
      {kind === 'limit' && <LimitField pile={pile} wish={wish} problem={problem} onWish={onWish} />}
      {limits && <p className={kit.quiet}>{t('limitNote')}</p>}
      {kind === 'changeSetting' && (
        <SettingFields pile={pile} wish={wish} problem={problem} onWish={onWish} />
      )}
      {kind === 'readSettings' && <p className={kit.quiet}>{t('readNote')}</p>}
      {kind === 'unlock' && <p className={kit.quiet}>{t('unlockNote')}</p>}
      {!WHOLE.has(kind) && (
        <label className={kit.stackTight}>
          {t('whichConnector')}
          <Select
            aria-label={t('whichConnector')}
            value={whole ? connector : Math.max(1, connector)}
            options={[
              ...(whole ? [{ value: 0, label: t('wholePile') }] : []),
              ...pile.connectors.map(({ connector: n }) => ({ value: n, label: t('connector', { n }) })),
            ]}
            onChange={(next: number) => onWish({ connector: next })}
          />
        </label>
      )}
      {(kind === 'remoteStart' || kind === 'reserve') && (
        <label className={kit.stackTight}>
          {t('tag')}
          <TagInput
            value={wish.idTag}
            wrong={problem?.field === 'idTag'}
            onChange={(idTag) => onWish({ idTag })}
          />
        </label>
      )}
      {kind === 'reserve' && <MinutesField wish={wish} problem={problem} onWish={onWish} />}
      {(hindrance === 'noSession' || hindrance === 'noReservation') && <p>{t(hindrance)}</p>}
      {resets && <p className={styles.fault}>{t('resetWarns')}</p>}
      <Proof wish={wish} problem={problem} onWish={onWish} />
    </div>
  );
}

/** How much power a charger may give. */
function LimitField({ pile, wish, problem, onWish }: FieldsProps) {
  const t = useChargeTexts();
  const label = t('limitTo', { most: formatNumber(pile.ratedPower, 1) });
  return (
    <label className={kit.stackTight}>
      {label}
      <InputNumber
        aria-label={label}
        min={0}
        max={pile.ratedPower}
        precision={1}
        value={wish.power}
        style={{ width: '100%' }}
        {...(problem?.field === 'power' ? { status: 'error' as const } : {})}
        onChange={(power) => onWish({ power })}
      />
    </label>
  );
}

/** How long a connector is kept. */
function MinutesField({ wish, problem, onWish }: Omit<FieldsProps, 'pile'>) {
  const t = useChargeTexts();
  return (
    <label className={kit.stackTight}>
      {t('minutes')}
      <InputNumber
        aria-label={t('minutes')}
        min={1}
        max={1440}
        precision={0}
        value={wish.minutes}
        style={{ width: '100%' }}
        {...(problem?.field === 'minutes' ? { status: 'error' as const } : {})}
        onChange={(minutes) => onWish({ minutes })}
      />
      <small className={kit.quiet}>{t('reserveNote')}</small>
    </label>
  );
}

/** A tag as it is known, or any other. */
function TagInput({
  value,
  wrong,
  onChange,
}: {
  readonly value: string;
  readonly wrong: boolean;
  readonly onChange: (tag: string) => void;
}) {
  const t = useChargeTexts();
  const { consumer } = useConsumer();
  const { data } = useQuery({ ...tagsQuery(consumer?.orgId ?? 0), enabled: consumer !== null, retry: false });
  const wanted = value.trim().toUpperCase();
  const options = (data ?? [])
    .filter(({ tagCode, holder }) => `${tagCode} ${holder}`.toUpperCase().includes(wanted))
    .map(({ tagCode, holder }) => ({ value: tagCode, label: `${tagCode} · ${holder}` }));
  return (
    <AutoComplete
      aria-label={t('tag')}
      maxLength={20}
      value={value}
      options={options}
      {...(wrong ? { status: 'error' as const } : {})}
      onChange={(next: string) => onChange(next)}
    />
  );
}

/** The own password, and the code where the account has a second factor. */
function Proof({ wish, problem, onWish }: Omit<FieldsProps, 'pile'>) {
  const t = useChargeTexts();
  const { secondFactor } = useSession();
  return (
    <>
      <PasswordField
        id="pile-command-password"
        label={t('password')}
        value={wish.password}
        autoComplete="current-password"
        problem={problem?.message}
        onChange={(password) => onWish({ password })}
      />
      {secondFactor && (
        <Input
          aria-label={t('code')}
          placeholder={t('code')}
          autoComplete="one-time-code"
          maxLength={20}
          value={wish.code}
          onChange={(event) => onWish({ code: event.target.value })}
        />
      )}
      <small className={kit.quiet}>{t('passwordHolds')}</small>
    </>
  );
}

const MARKS: Readonly<Record<CommandState, Status>> = {
  waiting: 'noData',
  sent: 'noData',
  accepted: 'normal',
  rejected: 'alarm',
  offline: 'offline',
  unknown: 'warning',
};

/** What came of a command, in a word. */
export function CommandMark({ state }: { readonly state: CommandState }) {
  const say = useText();
  return <StatusDot status={MARKS[state]} text={say(COMMAND_STATES[state])} />;
}

function Outcome({ command: { kind, state, detail } }: { readonly command: PileCommandWire }) {
  const t = useChargeTexts();
  const say = useText();
  return (
    <output className={`${kit.stack} ${styles.page}`}>
      <p>
        <b>{say(COMMAND_KINDS[kind])}</b> <CommandMark state={state} />
      </p>
      {detail === 'RebootRequired' && <p>{t('rebootNote')}</p>}
      {detail && state === 'rejected' && <p className={kit.quiet}>{detail}</p>}
      {state === 'unknown' && <p>{t('unknownNote')}</p>}
      {state === 'offline' && <p>{t('offlineNote')}</p>}
    </output>
  );
}
