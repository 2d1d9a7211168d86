import { Input, Select } from 'antd';
import { deviceTypeOptions, energiesOf, METER_TYPES } from '#contract/deviceType.ts';
import { ENERGY, energyTypeOf } from '#contract/energyType.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { momentAt } from '#domain/time/text.ts';
import { resourceOf } from '#resource/index.ts';
import { ReferenceSelect } from '#web/resource/ReferenceSelect.tsx';
import { useText } from '#web/text/useTexts.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Communication.module.css';
import { DeviceKeys } from './DeviceKeys.tsx';
import type { DeviceDraft } from './mapDraft.ts';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

export interface DeviceFieldsProps {
  readonly draft: DeviceDraft;
  readonly consumerId: number;
  readonly timeZone: string;
  readonly onChange: (part: Partial<DeviceDraft>) => void;
}

/** What one device is, and each of its keys. */
export function DeviceFields(props: DeviceFieldsProps) {
  const { draft, timeZone, onChange } = props;
  const t = useCommunicationTexts();
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
      {draft.to !== 'ignore' && draft.waitingFrom !== null && (
        <p className={styles.quiet}>
          {t('takesOver', {
            n: formatNumber(draft.waiting, 0),
            from: momentAt(timeZone, draft.waitingFrom),
          })}
        </p>
      )}
      {draft.to === 'existing' && <Existing {...props} />}
      {draft.to === 'new' && <New {...props} />}
      {draft.to !== 'ignore' && draft.keys.length > 0 && <DeviceKeys draft={draft} onChange={onChange} />}
    </section>
  );
}

/** The meter that the device is. */
function Existing({ draft, consumerId, onChange }: DeviceFieldsProps) {
  const t = useCommunicationTexts();
  return (
    <div className={styles.fields}>
      <label>
        <span className={kit.quietLine}>{t('meter')}</span>
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
  );
}

/** The meter that the device becomes. */
function New(props: DeviceFieldsProps) {
  const { draft, consumerId, onChange } = props;
  const t = useCommunicationTexts();
  return (
    <div className={styles.fields}>
      <label>
        <span className={kit.quietLine}>{t('meterName')}</span>
        <Input
          maxLength={60}
          value={draft.ammeterName}
          onChange={(event) => onChange({ ammeterName: event.target.value })}
        />
      </label>
      <label>
        <span className={kit.quietLine}>{t('meterCode')}</span>
        <Input
          maxLength={60}
          value={draft.ammeterCode}
          onChange={(event) => onChange({ ammeterCode: event.target.value })}
        />
      </label>
      <label>
        <span className={kit.quietLine}>{t('site')}</span>
        <ReferenceSelect
          target={resourceOf('monitorSite')}
          ids={draft.siteId === null ? [] : [draft.siteId]}
          onChange={([id]) => onChange({ siteId: id ?? null })}
          multiple={false}
          consumerId={consumerId}
          label={t('site')}
        />
      </label>
      <Kind {...props} />
    </div>
  );
}

/** Which kind of device it is and, where its kind has several, which energy it measures. */
function Kind({ draft, onChange }: DeviceFieldsProps) {
  const t = useCommunicationTexts();
  const say = useText();
  return (
    <>
      <label>
        <span className={kit.quietLine}>{t('deviceType')}</span>
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
          <span className={kit.quietLine}>{t('energyType')}</span>
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
    </>
  );
}
