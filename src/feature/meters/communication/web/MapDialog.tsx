import { useState } from 'react';
import { ApiError } from '#web/api.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify, notifyError } from '#web/ui/notice.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { GatewayRow, UnmappedDevice } from '../contract.ts';
import { mapDevices } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Communication.module.css';
import { DeviceFields } from './DeviceFields.tsx';
import { type DeviceDraft, draftOf, mappingOf, problemOf } from './mapDraft.ts';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

export interface MapDialogProps {
  readonly gateway: GatewayRow;
  readonly siteId: number | null;
  readonly devices: readonly UnmappedDevice[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Says what devices of a gateway are: meters that are there, new ones made on the spot, or nothing. */
export function MapDialog({ gateway, siteId, devices, onClose, onDone }: MapDialogProps) {
  const t = useCommunicationTexts();
  const [drafts, setDrafts] = useState(() => devices.map((device) => draftOf(device, siteId)));
  const [busy, setBusy] = useState(false);
  const change = (index: number, part: Partial<DeviceDraft>): void =>
    setDrafts((before) =>
      before.map((draft, i) => {
        if (i === index) return { ...draft, ...part };
        // The site of one is most likely that of the others.
        return draft.siteId === null && part.siteId ? { ...draft, siteId: part.siteId } : draft;
      }),
    );
  const faulty = drafts.find((draft) => problemOf(draft) !== null);
  const problem = faulty && problemOf(faulty);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const saved = await mapDevices(gateway.id, drafts.map(mappingOf));
      if (!saved) return setBusy(false);
      await rowsChanged();
      notify('success', t('mapped', saved.answer));
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The dialog stays as it was filled in.
      notifyError(error.message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('mapTitle', { name: gateway.gatewayName })}
      width={820}
      onClose={onClose}
      foot={
        <>
          {problem && faulty && (
            <StatusDot status="warning" text={`${faulty.deviceName}: ${t(`problem_${problem}`)}`} />
          )}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={busy || problem != null} onClick={() => void save()}>
            {t('saveMapping')}
          </Button>
        </>
      }
    >
      <div className={`${kit.stackLoose} ${styles.devices}`}>
        {drafts.map((draft, index) => (
          <DeviceFields
            key={draft.deviceName}
            draft={draft}
            consumerId={gateway.consumerId}
            timeZone={gateway.timeZone}
            onChange={(part) => change(index, part)}
          />
        ))}
      </div>
    </Dialog>
  );
}
