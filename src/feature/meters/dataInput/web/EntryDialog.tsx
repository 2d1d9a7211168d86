import { DatePicker, Form, Input, Segmented, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { DATA_CODES, ENERGY_CODES, unitOfCode } from '#contract/dataCode.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { ApiError } from '#web/api.ts';
import { useDiscard } from '#web/resource/useDiscard.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { instantText } from '#web/ui/zoneTime.ts';
import { figuresChanged, type InputMeter, insertValue } from './calls.ts';
import { useDataInputTexts } from './useDataInputTexts.ts';

interface Entry {
  readonly ammeterId: number;
  readonly dataCode: string;
  readonly begin?: Dayjs;
  readonly time: Dayjs;
  readonly value: string;
  readonly remark?: string;
}

export interface EntryDialogProps {
  readonly consumerId: number;
  readonly meters: readonly InputMeter[];
  readonly onClose: () => void;
}

/** What is entered anew for each value; meter and code stay: a value of the next instant is the likeliest. */
const EACH = ['begin', 'time', 'value', 'remark'] as const;

/** A person's entry of one value; after it was taken the form is empty for the next. */
export function EntryDialog({ consumerId, meters, onClose }: EntryDialogProps) {
  const t = useDataInputTexts();
  const say = useText();
  const [form] = Form.useForm<Entry>();
  const [span, setSpan] = useState(false);
  const [busy, setBusy] = useState(false);
  const chosen = Form.useWatch('ammeterId', form);
  const code = Form.useWatch('dataCode', form) ?? 'PP';
  const typed: Partial<Entry> | undefined = Form.useWatch([], form);
  const close = useDiscard(
    EACH.some((name) => typed?.[name]),
    onClose,
  );
  const meter = meters.find((one) => one.id === chosen) ?? meters[0];
  const zone = meter?.zone ?? HOME_ZONE;
  const codes = span
    ? DATA_CODES.filter((c) => (ENERGY_CODES as readonly string[]).includes(c.code))
    : DATA_CODES;

  const save = async (entry: Entry): Promise<void> => {
    setBusy(true);
    try {
      await insertValue({
        consumerId,
        ammeterId: entry.ammeterId,
        dataCode: entry.dataCode,
        begin: span && entry.begin ? instantText(entry.begin, zone) : null,
        time: instantText(entry.time, zone),
        value: entry.value,
        remark: entry.remark ?? null,
      });
      notify('success', t('saved'));
      // What was typed on meanwhile stays.
      const now: Partial<Entry> = form.getFieldsValue();
      form.resetFields(EACH.filter((name) => now[name] === entry[name]));
      await figuresChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const field = error.field as keyof Entry | undefined;
      if (field) form.setFields([{ name: field, errors: [error.message] }]);
    } finally {
      setBusy(false);
    }
  };
  const must = [{ required: true, message: t('needed') }];
  return (
    <Dialog
      title={t('entryTitle')}
      width={480}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{t('close')}</Button>
          <Button kind="primary" disabled={busy} onClick={() => form.submit()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Form<Entry>
        name="dataEntry"
        form={form}
        layout="vertical"
        requiredMark
        initialValues={{ ammeterId: meters[0]?.id, dataCode: 'PP' }}
        onFinish={(entry) => void save(entry)}
      >
        <Form.Item label={t('entryKind')}>
          <Segmented
            block
            aria-label={t('entryKind')}
            value={span ? 'interval' : 'register'}
            options={[
              { value: 'register', label: t('register') },
              { value: 'interval', label: t('interval') },
            ]}
            onChange={(kind) => setSpan(kind === 'interval')}
          />
        </Form.Item>
        <Form.Item name="ammeterId" label={t('meter')} rules={must}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={meters.map((one) => ({ value: one.id, label: `${one.code} ${one.name}` }))}
          />
        </Form.Item>
        <Form.Item name="dataCode" label={t('code')} rules={must}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={codes.map((c) => ({ value: c.code, label: `${c.code} ${say(c.label)}` }))}
          />
        </Form.Item>
        {span && (
          <Form.Item name="begin" label={t('begin')} rules={must}>
            <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" style={{ width: '100%' }} />
          </Form.Item>
        )}
        <Form.Item
          name="time"
          label={span ? t('end') : t('instant')}
          rules={must}
          extra={t('zoneNote', { zone })}
        >
          <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="value" label={t('value')} rules={must}>
          <Input inputMode="decimal" suffix={meter ? unitOfCode(code, meter.unit) : ''} />
        </Form.Item>
        <Form.Item name="remark" label={t('remark')} extra={t('entryEffect')}>
          <Input maxLength={300} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
