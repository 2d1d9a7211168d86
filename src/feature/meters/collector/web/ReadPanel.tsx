import { useMutation } from '@tanstack/react-query';
import { Input, InputNumber, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { momentAt } from '#domain/time/text.ts';
import { deviceModel } from '#resource/archive/deviceModel.ts';
import { ReferenceSelect } from '#web/resource/ReferenceSelect.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { ChannelStateWire, MeterStateWire, ReadNowWire } from '../contract.ts';
import { readNow } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Collector.module.css';
import { ItemTable } from './ItemTable.tsx';
import { RegisterTable } from './RegisterTable.tsx';
import { StateMark } from './StateMark.tsx';
import { useCollectorTexts } from './useCollectorTexts.ts';

export interface ReadPanelProps {
  readonly channel: ChannelStateWire;
  /** The meter to read at once; null = a person fills the form. */
  readonly meter: MeterStateWire | null;
}

const DLT645 = '3';

/** Reads a device while a person waits: by the map of a model, or its registers as they stand. */
export function ReadPanel({ channel, meter }: ReadPanelProps) {
  const t = useCollectorTexts();
  const bareAllowed = channel.protocol !== DLT645;
  const [by, setBy] = useState<'model' | 'register'>(meter || !bareAllowed ? 'model' : 'register');
  const [unitAddress, setUnitAddress] = useState(meter?.unitAddress ?? '1');
  const [modelId, setModelId] = useState<number | null>(meter?.deviceModelId ?? null);
  const [fn, setFn] = useState('3');
  const [from, setFrom] = useState(0);
  const [count, setCount] = useState(10);
  const box = useRef<HTMLDivElement>(null);
  const read = useMutation({
    mutationFn: async () => {
      const params = { id: channel.channelId, unitAddress };
      const answer = await (by === 'model'
        ? readNow({ ...params, deviceModelId: modelId })
        : readNow({ ...params, readFunction: fn, registerAddress: from, count }));
      return { by, answer };
    },
  });
  const begun = useRef(false);
  useEffect(() => {
    if (!meter || begun.current) return;
    begun.current = true;
    box.current?.scrollIntoView({ behavior: 'smooth', block: 'nearest' });
    read.mutate();
  });
  return (
    <div ref={box}>
      <Panel title={meter ? `${t('readTitle')} · ${meter.ammeterName}` : t('readTitle')}>
        <p className={kit.quiet}>{t('readNote')}</p>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            read.mutate();
          }}
        >
          <label>
            <span className={kit.quietLine}>{t('unitAddress')}</span>
            <Input
              value={unitAddress}
              maxLength={12}
              style={{ width: 140 }}
              onChange={(event) => setUnitAddress(event.target.value)}
            />
          </label>
          {bareAllowed && (
            <div>
              <span className={kit.quietLine}>{t('readBy')}</span>
              <Segmented
                label={t('readBy')}
                value={by}
                options={[
                  { value: 'model', text: t('byModel') },
                  { value: 'register', text: t('byRegister') },
                ]}
                onChange={setBy}
              />
            </div>
          )}
          {by === 'model' ? (
            <label className={styles.wide}>
              <span className={kit.quietLine}>{t('model')}</span>
              <ReferenceSelect
                target={deviceModel}
                ids={modelId === null ? [] : [modelId]}
                onChange={([id]) => setModelId(id ?? null)}
                multiple={false}
                consumerId={null}
                label={t('model')}
              />
            </label>
          ) : (
            <>
              <label>
                <span className={kit.quietLine}>{t('fn')}</span>
                <Select
                  aria-label={t('fn')}
                  value={fn}
                  style={{ width: 180 }}
                  options={[
                    { value: '3', label: t('fn3') },
                    { value: '4', label: t('fn4') },
                  ]}
                  onChange={setFn}
                />
              </label>
              <label>
                <span className={kit.quietLine}>{t('from')}</span>
                <InputNumber
                  min={0}
                  max={65_535}
                  precision={0}
                  value={from}
                  onChange={(next) => setFrom(next ?? 0)}
                />
              </label>
              <label>
                <span className={kit.quietLine}>{t('count')}</span>
                <InputNumber
                  min={1}
                  max={125}
                  precision={0}
                  value={count}
                  onChange={(next) => setCount(next ?? 1)}
                />
              </label>
            </>
          )}
          <Button
            kind="primary"
            type="submit"
            disabled={read.isPending || (by === 'model' && modelId === null)}
          >
            {t(read.isPending ? 'reading' : 'go')}
          </Button>
        </form>
        {read.error && <p role="alert">{read.error.message}</p>}
        {read.data && <Answer {...read.data} zone={channel.timeZone} />}
      </Panel>
    </div>
  );
}

function Answer({ answer, by, zone }: { answer: ReadNowWire; by: 'model' | 'register'; zone: string }) {
  const t = useCollectorTexts();
  return (
    <div aria-live="polite">
      <p className={styles.answer}>
        <StateMark state={answer.state} detail={answer.detail} inUse />
        <span className={kit.quiet}>
          {answer.state !== 'timeout' &&
            t('result', { at: momentAt(zone, answer.at), ms: String(Math.round(answer.took)) })}
        </span>
      </p>
      {answer.items.some((item) => item.raw !== null) &&
        (by === 'model' ? <ItemTable items={answer.items} /> : <RegisterTable items={answer.items} />)}
    </div>
  );
}
