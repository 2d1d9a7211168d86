import { AutoComplete, Input } from 'antd';
import { useState } from 'react';
import { rowsChanged } from '#web/resource/rows.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { GatewayAttribute } from '#feature/meters/messaging/contract.ts';
import type { GatewayRow } from '../contract.ts';
import {
  type AttributeDraft,
  draftOfValue,
  problemOfAttribute,
  VALUE_KINDS,
  valueOf,
} from './attributeDraft.ts';
import { setAttribute } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Communication.module.css';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

export interface AttributeDialogProps {
  readonly gateway: GatewayRow;
  /** The one that is changed; null = a new one. */
  readonly attribute: GatewayAttribute | null;
  /** Names of devices behind the gateway. */
  readonly devices: readonly string[];
  readonly onClose: () => void;
}

/** Sets a shared attribute of a gateway or of a device behind it. */
export function AttributeDialog({ gateway, attribute, devices, onClose }: AttributeDialogProps) {
  const t = useCommunicationTexts();
  const [draft, setDraft] = useState<AttributeDraft>(() => ({
    deviceName: attribute?.deviceName ?? '',
    attributeName: attribute?.attributeName ?? '',
    ...(attribute ? draftOfValue(attribute.value) : { kind: 'text', text: '' }),
  }));
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<AttributeDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const problem = problemOfAttribute(draft);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { deviceName, attributeName } = draft;
      await setAttribute({ gatewayId: gateway.id, deviceName, attributeName, value: valueOf(draft) });
      await rowsChanged();
      notify('success', t(gateway.contact === 'online' ? 'attributeTold' : 'attributeKept'));
      onClose();
    } catch {
      // The call has told what was refused; the dialog stays as it was filled in.
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t(attribute ? 'editAttribute' : 'addAttribute')}
      width={520}
      onClose={onClose}
      foot={
        <>
          {problem && <StatusDot status="warning" text={t(`attributeProblem_${problem}`)} />}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={busy || problem !== null} onClick={() => void save()}>
            {t('saveAttribute')}
          </Button>
        </>
      }
    >
      <AttributeName draft={draft} fixed={attribute !== null} devices={devices} onChange={change} />
      <AttributeValue draft={draft} onChange={change} />
      <p className={styles.quiet}>{t('sharedRule')}</p>
    </Dialog>
  );
}

interface PartProps {
  readonly draft: AttributeDraft;
  readonly onChange: (part: Partial<AttributeDraft>) => void;
}

/** Whose attribute it is, and its name. */
function AttributeName({
  draft,
  fixed,
  devices,
  onChange,
}: PartProps & { readonly fixed: boolean; readonly devices: readonly string[] }) {
  const t = useCommunicationTexts();
  return (
    <div className={styles.fields}>
      <label>
        <span className={kit.quietLine}>{t('device')}</span>
        <AutoComplete
          style={{ width: '100%' }}
          value={draft.deviceName}
          disabled={fixed}
          maxLength={200}
          options={devices.map((value) => ({ value }))}
          showSearch={{ filterOption: (text, option) => option?.value.includes(text) === true }}
          placeholder={t('theGatewayItself')}
          onChange={(deviceName: string) => onChange({ deviceName })}
        />
      </label>
      <label>
        <span className={kit.quietLine}>{t('attribute')}</span>
        <Input
          maxLength={200}
          value={draft.attributeName}
          disabled={fixed}
          onChange={(event) => onChange({ attributeName: event.target.value })}
        />
      </label>
    </div>
  );
}

/** What it says, by kind. */
function AttributeValue({ draft, onChange }: PartProps) {
  const t = useCommunicationTexts();
  return (
    <>
      <Segmented
        small
        label={t('valueKind')}
        value={draft.kind}
        options={VALUE_KINDS.map((value) => ({ value, text: t(`value_${value}`) }))}
        onChange={(kind: AttributeDraft['kind']) =>
          onChange({ kind, text: kind === 'yesNo' ? 'true' : draft.kind === 'yesNo' ? '' : draft.text })
        }
      />
      <div className={styles.fields}>
        {draft.kind === 'yesNo' ? (
          <Segmented
            small
            label={t('value')}
            value={draft.text}
            options={['true', 'false'].map((value) => ({ value, text: value }))}
            onChange={(text: string) => onChange({ text })}
          />
        ) : (
          <label style={{ gridColumn: '1 / -1' }}>
            <span className={kit.quietLine}>{t('value')}</span>
            <Input.TextArea
              autoSize={{ minRows: draft.kind === 'json' ? 4 : 1, maxRows: 12 }}
              maxLength={4096}
              value={draft.text}
              onChange={(event) => onChange({ text: event.target.value })}
            />
          </label>
        )}
      </div>
    </>
  );
}
