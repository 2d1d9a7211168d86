import { useState, type FormEvent } from 'react';
import { ALARM_CHANNELS, type AlarmChannel, alarmPreferenceOf } from '#contract/preference.ts';
import type { Language } from '#contract/text.ts';
import { ApiError, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Profile.module.css';
import { sessionQuery, useSession } from './session.ts';

const CHANNELS = Object.keys(ALARM_CHANNELS) as AlarmChannel[];
const LANGUAGES = [
  { value: 'zh', text: '中文' },
  { value: 'en', text: 'English' },
] as const;

interface AlarmWaysProps {
  readonly telephone: string | null;
  readonly email: string | null;
}

/** By which ways and in which language a person is told of alarms; kept with the account. */
export function AlarmWays({ telephone, email }: AlarmWaysProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const kept = alarmPreferenceOf(useSession().preferences?.alarm);
  const [channels, setChannels] = useState<readonly AlarmChannel[]>(kept.channels);
  const [language, setLanguage] = useState<Language>(kept.language);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const changed = language !== kept.language || channels.join() !== kept.channels.join();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const alarm = { channels, language };
    setBusy(true);
    try {
      await post('sys/preference/save', { name: 'alarm', value: JSON.stringify(alarm) }, { quiet: true });
      queryClient.setQueryData(
        sessionQuery.queryKey,
        (session) => session && { ...session, preferences: { ...session.preferences, alarm } },
      );
      setFault(null);
      notify('success', t('saved'));
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.note}>{t('alarmWaysRule')}</p>
      <Channels chosen={channels} onChange={setChannels} telephone={telephone} email={email} />
      <div className={styles.ways}>
        <span>{t('alarmLanguage')}</span>
        <Segmented
          label={t('alarmLanguage')}
          value={language}
          options={LANGUAGES}
          onChange={(next: Language) => setLanguage(next)}
        />
      </div>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <Button kind="primary" type="submit" disabled={busy || !changed}>
        {t('save')}
      </Button>
    </form>
  );
}

interface ChannelsProps extends AlarmWaysProps {
  readonly chosen: readonly AlarmChannel[];
  readonly onChange: (channels: readonly AlarmChannel[]) => void;
}

function Channels({ chosen, onChange, telephone, email }: ChannelsProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const say = useText();
  const missing: Readonly<Record<AlarmChannel, string | null>> = {
    1: telephone ? null : t('noTelephone'),
    2: email ? null : t('noEmail'),
  };
  const choose = (channel: AlarmChannel, on: boolean): void =>
    onChange(CHANNELS.filter((one) => (one === channel ? on : chosen.includes(one))));
  return (
    <fieldset className={styles.ways}>
      <legend>{t('alarmWay')}</legend>
      {CHANNELS.map((channel) => (
        <label className={kit.row} key={channel}>
          <input
            type="checkbox"
            checked={chosen.includes(channel)}
            onChange={(event) => choose(channel, event.target.checked)}
          />
          {say(ALARM_CHANNELS[channel])}
          {missing[channel] !== null && <small>{missing[channel]}</small>}
        </label>
      ))}
    </fieldset>
  );
}
