import { useText } from '#web/text/useTexts.ts';
import type { AlarmRow } from '../contract.ts';
import { useAlarmTexts } from './useAlarmTexts.ts';
import { processWord, shortTime } from './words.ts';

/** Condition and process in one word, as ISA-18.2 tells them apart. */
export function StateWord({ row, now }: { readonly row: AlarmRow; readonly now: number }) {
  const t = useAlarmTexts();
  const say = useText();
  if (row.revision === 'withdrawn') return <>{t('isWithdrawn')}</>;
  if (row.shelvedUntil !== null && row.shelvedUntil > now)
    return <>{t('shelvedUntil', { at: shortTime(row, row.shelvedUntil, now) })}</>;
  if (row.alarmStatus === '0' && row.process === '0') return <>{t('recovered')}</>;
  const word = row.process === '0' ? t('unconfirmed') : say(processWord(row.process));
  return <>{row.alarmStatus === '0' ? `${t('recoveredSeen')}, ${word}` : word}</>;
}
