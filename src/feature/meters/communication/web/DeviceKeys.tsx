import { Input, Select } from 'antd';
import { DATA_CODES } from '#contract/dataCode.ts';
import { useText } from '#web/text/useTexts.ts';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import styles from './Communication.module.css';
import type { DeviceDraft, KeyDraft } from './mapDraft.ts';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

export interface DeviceKeysProps {
  readonly draft: DeviceDraft;
  readonly onChange: (part: Partial<DeviceDraft>) => void;
}

/** What each key of a device means, and by how much its values are multiplied. */
export function DeviceKeys({ draft: { deviceName, keys }, onChange }: DeviceKeysProps) {
  const t = useCommunicationTexts();
  const say = useText();
  const setKey = (index: number, part: Partial<KeyDraft>): void =>
    onChange({ keys: keys.map((key, i) => (i === index ? { ...key, ...part } : key)) });
  const columns: TableColumn<KeyDraft>[] = [
    { key: 'key', title: t('dataKey'), classOf: () => styles.mono, render: ({ key }) => key.dataKey },
    {
      key: 'sample',
      title: t('sample'),
      classOf: () => styles.mono,
      render: ({ key }) => key.sample ?? '--',
    },
    {
      key: 'means',
      title: t('means'),
      render: ({ key, choice }, index) => (
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={`${t('means')} ${deviceName} ${key.dataKey}`}
          style={{ width: 'min(260px, 40vw)' }}
          value={choice}
          options={[
            { value: 'later', label: t('later') },
            { value: 'ignore', label: t('ignoreKey') },
            ...DATA_CODES.map(({ code, label }) => ({ value: code, label: `${code} ${say(label)}` })),
          ]}
          onChange={(next: string) => setKey(index, { choice: next })}
        />
      ),
    },
    {
      key: 'multiplier',
      title: t('multiplier'),
      render: ({ key, choice, multiplier }, index) => (
        <Input
          aria-label={`${t('multiplier')} ${deviceName} ${key.dataKey}`}
          style={{ width: 64 }}
          placeholder="1"
          disabled={choice === 'later' || choice === 'ignore'}
          value={multiplier}
          onChange={(event) => setKey(index, { multiplier: event.target.value })}
        />
      ),
    },
  ];
  return (
    <Table<KeyDraft>
      look="form"
      className={styles.keys}
      columns={columns}
      rows={keys}
      keyOf={({ key }) => key.dataKey}
    />
  );
}
