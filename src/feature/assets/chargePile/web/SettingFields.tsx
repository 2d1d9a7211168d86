import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Input } from 'antd';
import type { ApiError } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import type { PileWire } from '../contract.ts';
import { SETTING_KEY_MOST, SETTING_VALUE_MOST } from '../contract/setting.ts';
import { settingsQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import { meaningOf, SETTING_MEANINGS } from './settingNames.ts';
import { useChargeTexts } from './useChargeTexts.ts';

interface SettingWish {
  readonly settingKey: string;
  readonly settingValue: string;
}

export interface SettingFieldsProps {
  readonly pile: PileWire;
  readonly wish: SettingWish;
  readonly problem: ApiError | undefined;
  readonly onWish: (part: Partial<SettingWish>) => void;
}

/** Which setting of a charger is changed, of those that it told and the usual ones or any other, and to what. */
export function SettingFields({ pile: { pileId }, wish, problem, onWish }: SettingFieldsProps) {
  const t = useChargeTexts();
  const say = useText();
  const { data } = useQuery({ ...settingsQuery(pileId), retry: false });
  const { settingKey, settingValue } = wish;
  const wanted = settingKey.trim().toLowerCase();
  const told = data?.settings ?? [];
  const own = told.filter(({ readOnly }) => !readOnly).map(({ key }) => key);
  const keys = own.length > 0 ? own : Object.keys(SETTING_MEANINGS);
  const now = told.find(({ key }) => key.toLowerCase() === wanted);
  const meaning = meaningOf(settingKey.trim());
  const status = (field: string) => (problem?.field === field ? { status: 'error' as const } : {});
  return (
    <>
      <label className={kit.stackTight}>
        {t('setting')}
        <AutoComplete
          aria-label={t('setting')}
          maxLength={SETTING_KEY_MOST}
          value={settingKey}
          options={keys
            .filter((key) => key.toLowerCase().includes(wanted))
            .map((value) => ({ value, label: value }))}
          {...status('settingKey')}
          onChange={(next: string) => onWish({ settingKey: next })}
        />
        {meaning && <small className={kit.quiet}>{say(meaning)}</small>}
      </label>
      <label className={kit.stackTight}>
        {t('settingValue')}
        <Input
          aria-label={t('settingValue')}
          maxLength={SETTING_VALUE_MOST}
          value={settingValue}
          {...status('settingValue')}
          onChange={(event) => onWish({ settingValue: event.target.value })}
        />
        {now && now.value !== null && (
          <small className={kit.quiet}>{t('settingNow', { value: now.value })}</small>
        )}
        <small className={kit.quiet}>{t('settingNote')}</small>
      </label>
    </>
  );
}
