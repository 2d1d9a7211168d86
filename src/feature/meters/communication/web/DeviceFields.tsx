import { Input, Select } from 'antd';
import { DATA_CODES } from '#contract/dataCode.ts';
import { deviceTypeOptions, energiesOf, METER_TYPES } from '#contract/deviceType.ts';
import { energyTypeOf, ENERGY } from '#contract/energyType.ts';
import { resourceOf } from '#resource/index.ts';
import { ReferenceSelect } from '#web/resource/ReferenceSelect.tsx';
import { useText } from '#web/text/useTexts.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import styles from './Communication.module.css';
import { type DeviceDraft, type KeyDraft } from './mapDraft.ts';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

export interface DeviceFieldsProps {
  readonly draft: DeviceDraft;
  readonly consumerId: number;
  readonly onChange: (part: Partial<DeviceDraft>) => void;
}

/** What one device is, and each of its keys. */
export function DeviceFields({ draft, consumerId, onChange }: DeviceFieldsProps) {
  const t = useCommunicationTexts();
  const say = useText();
  const setKey = (index: number, part: Partial<KeyDraft>): void =>
    onChange({ keys: draft.keys.map((key, i) => (i === index ? { ...key, ...part } : key)) });
  return (
    <section aria-label={draft.deviceName}>
      <h3>{draft.deviceName}</h3>
      <Segmented
        small
        label={`${t('isWhat')} ${draft.deviceName}`}
        value={draft.to}
        options={(['new', 'existing', 'ignore'] as const).map((value) => ({ value, text: t(`to_${value}`) }))}
        onChange={(to: DeviceDraft['to']) => onChange({ to })}
      />
      {draft.to === 'ignore' && <p className={styles.quiet}>{t('ignoreHint')}</p>}
      {draft.to === 'existing' && (
        <div className={styles.fields}>
          <label>
            <span>{t('meter')}</span>
            <ReferenceSelect
              target={resourceOf('ammeter')}
              ids={draft.ammeterId === null ? [] : [draft.ammeterId]}
              onChange={([id]) => onChange({ ammeterId: id ?? null })}
              multiple={false}
              consumerId={consumerId}
              label={t('meter')}
            />
          </label>
        </div>
      )}
      {draft.to === 'new' && (
        <div className={styles.fields}>
          <label>
            <span>{t('meterName')}</span>
            <Input
              maxLength={60}
              value={draft.ammeterName}
              onChange={(event) => onChange({ ammeterName: event.target.value })}
            />
          </label>
          <label>
            <span>{t('meterCode')}</span>
            <Input
              maxLength={60}
              value={draft.ammeterCode}
              onChange={(event) => onChange({ ammeterCode: event.target.value })}
            />
          </label>
          <label>
            <span>{t('site')}</span>
            <ReferenceSelect
              target={resourceOf('monitorSite')}
              ids={draft.siteId === null ? [] : [draft.siteId]}
              onChange={([id]) => onChange({ siteId: id ?? null })}
              multiple={false}
              consumerId={consumerId}
              label={t('site')}
            />
          </label>
          <label>
            <span>{t('deviceType')}</span>
            <Select
              aria-label={t('deviceType')}
              style={{ width: '100%' }}
              value={draft.deviceType}
              options={METER_TYPES.map((value) => ({ value, label: say(deviceTypeOptions[value]) }))}
              onChange={(deviceType: string) =>
                onChange({ deviceType, dataType: energiesOf(deviceType)[0] ?? ENERGY.electricity })
              }
            />
          </label>
          {energiesOf(draft.deviceType).length > 1 && (
            <label>
              <span>{t('energyType')}</span>
              <Select
                aria-label={t('energyType')}
                style={{ width: '100%' }}
                value={draft.dataType}
                options={energiesOf(draft.deviceType).map((value) => ({
                  value,
                  label: say(energyTypeOf(value).label),
                }))}
                onChange={(dataType: string) => onChange({ dataType })}
              />
            </label>
          )}
        </div>
      )}
      {draft.to !== 'ignore' && draft.keys.length > 0 && (
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
            {draft.keys.map(({ key, choice, multiplier }, index) => (
              <tr key={key.dataKey}>
                <td className={styles.mono}>{key.dataKey}</td>
                <td className={styles.mono}>{key.sample ?? '--'}</td>
                <td>
                  <Select
                    showSearch={{ optionFilterProp: 'label' }}
                    aria-label={`${t('means')} ${draft.deviceName} ${key.dataKey}`}
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
                    onChange={(next: string) => setKey(index, { choice: next })}
                  />
                </td>
                <td>
                  <Input
                    aria-label={`${t('multiplier')} ${draft.deviceName} ${key.dataKey}`}
                    style={{ width: 64 }}
                    placeholder="1"
                    disabled={choice === 'later' || choice === 'ignore'}
                    value={multiplier}
                    onChange={(event) => setKey(index, { multiplier: event.target.value })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
