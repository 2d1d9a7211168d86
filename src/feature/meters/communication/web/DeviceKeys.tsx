import { Input, Select } from 'antd';
import { DATA_CODES } from '#contract/dataCode.ts';
import { useText } from '#web/text/useTexts.ts';
import styles from './Communication.module.css';
import type { DeviceDraft, KeyDraft } from './mapDraft.ts';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

export interface DeviceKeysProps {
  readonly draft: DeviceDraft;
  readonly onChange: (part: Partial<DeviceDraft>) => void;
}

/** What each key of a device means, and by how much its values are multiplied. */
export function DeviceKeys({ draft, onChange }: DeviceKeysProps) {
  const t = useCommunicationTexts();
  const setKey = (index: number, part: Partial<KeyDraft>): void =>
    onChange({ keys: draft.keys.map((key, i) => (i === index ? { ...key, ...part } : key)) });
  return (
    <table className={styles.keys}>
      <thead>
        <tr>
          <th scope="col">{t('dataKey')}</th>
          <th scope="col">{t('sample')}</th>
          <th scope="col">{t('means')}</th>
          <th scope="col">{t('multiplier')}</th>
        </tr>
      </thead>
      <tbody>
        {draft.keys.map((one, index) => (
          <KeyRow
            key={one.key.dataKey}
            deviceName={draft.deviceName}
            draft={one}
            onChange={(part) => setKey(index, part)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface KeyRowProps {
  readonly deviceName: string;
  readonly draft: KeyDraft;
  readonly onChange: (part: Partial<KeyDraft>) => void;
}

function KeyRow({ deviceName, draft: { key, choice, multiplier }, onChange }: KeyRowProps) {
  const t = useCommunicationTexts();
  const say = useText();
  return (
    <tr>
      <td className={styles.mono}>{key.dataKey}</td>
      <td className={styles.mono}>{key.sample ?? '--'}</td>
      <td>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={`${t('means')} ${deviceName} ${key.dataKey}`}
          style={{ width: 'min(260px, 40vw)' }}
          value={choice}
          options={[
            { value: 'later', label: t('later') },
            { value: 'ignore', label: t('ignoreKey') },
            ...DATA_CODES.map(({ code, label }) => ({
              value: code,
              label: `${code} ${say(label)}`,
            })),
          ]}
          onChange={(next: string) => onChange({ choice: next })}
        />
      </td>
      <td>
        <Input
          aria-label={`${t('multiplier')} ${deviceName} ${key.dataKey}`}
          style={{ width: 64 }}
          placeholder="1"
          disabled={choice === 'later' || choice === 'ignore'}
          value={multiplier}
          onChange={(event) => onChange({ multiplier: event.target.value })}
        />
      </td>
    </tr>
  );
}
