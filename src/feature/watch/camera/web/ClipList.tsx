import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { secondAt } from '#domain/time/text.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { saveFile } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { ClipWire } from '../contract.ts';
import type { CameraAddress, Change } from './address.ts';
import styles from './Camera.module.css';
import { CLIP_FILE, clipsQuery, deleteClip, type Door, keepClip, storeQuery } from './calls.ts';
import { ClipPlayer } from './ClipPlayer.tsx';
import { useCameraTexts } from './useCameraTexts.ts';

interface ClipListProps {
  readonly door: Door;
  readonly consumerId: number;
  /** Null = of the enterprise. */
  readonly siteId: number | null;
  /** Null = whatever they look at. */
  readonly objectId: number | null;
  /** The camera in hand; null = none is in sight. */
  readonly cameraId: number | null;
  readonly address: CameraAddress;
  readonly onChange: Change;
}

const MEGABYTE = 2 ** 20;
const sizeText = (bytes: number): string =>
  bytes >= 1024 * MEGABYTE
    ? `${formatNumber(bytes / 1024 / MEGABYTE, 1)} GB`
    : `${formatNumber(bytes / MEGABYTE, 1)} MB`;

/** Recordings and pictures with the alarms that asked for them. */
export function ClipList({ door, consumerId, siteId, objectId, cameraId, address, onChange }: ClipListProps) {
  const t = useCameraTexts();
  const [played, setPlayed] = useState<ClipWire | null>(null);
  const only = address.only && cameraId !== null;
  const answer = useQuery(
    clipsQuery(door, {
      consumerId,
      siteId,
      objectId,
      cameraId: only ? cameraId : undefined,
      current: address.clips,
      pageSize: address.clipSize,
    }),
  );
  const store = useQuery(storeQuery(consumerId)).data;
  return (
    <Panel
      title={t('clips')}
      {...(store
        ? {
            unit: t('store', {
              used: sizeText(store.bytes),
              quota: sizeText(store.quotaBytes),
              days: store.days,
            }),
          }
        : {})}
      flush
      extra={
        <Segmented
          small
          label={t('shown')}
          value={address.only ? 'only' : 'all'}
          options={[
            { value: 'all', text: t('all') },
            { value: 'only', text: t('onlyThis') },
          ]}
          onChange={(next) => onChange({ only: next === 'only' ? '1' : undefined, clips: undefined })}
        />
      }
    >
      <ListTable<ClipWire>
        {...answerOf(answer)}
        label={t('clips')}
        columns={useColumns(setPlayed)}
        keyOf={(row) => row.clipId}
        page={{ current: address.clips, size: address.clipSize }}
        onPage={(clips, clipSize) => onChange({ clips, clipSize })}
        empty={<EmptyState why={t('noClip')} next={t('noClipNext')} height={140} />}
        actionsOf={(row) => <Actions clip={row} />}
      />
      {played && <ClipPlayer clip={played} onClose={() => setPlayed(null)} />}
    </Panel>
  );
}

function useColumns(play: (clip: ClipWire) => void) {
  const t = useCameraTexts();
  return [
    {
      key: 'begin',
      title: t('begin'),
      render: (row: ClipWire) => (
        <Button kind="link" onClick={() => play(row)}>
          {secondAt(row.timeZone, Date.parse(row.beginAt))}
        </Button>
      ),
    },
    {
      key: 'kind',
      title: t('kind'),
      render: (row: ClipWire) => (
        <>
          {t(row.kind === 'clip' ? 'clip' : 'picture')}
          {row.kept && <small className={styles.kept}>{t('kept')}</small>}
        </>
      ),
    },
    { key: 'camera', title: t('camera'), render: (row: ClipWire) => row.cameraName },
    {
      key: 'length',
      title: `${t('length')} (s)`,
      end: true,
      render: (row: ClipWire) => (row.kind === 'clip' ? formatNumber(row.seconds, 1) : MISSING),
    },
    { key: 'size', title: t('size'), end: true, render: (row: ClipWire) => sizeText(row.bytes) },
    {
      key: 'alarm',
      title: t('alarm'),
      render: (row: ClipWire) =>
        row.alarmName === null ? (
          MISSING
        ) : (
          <span className={styles.alarmOf}>
            {row.alarmLevel !== null && <LevelMark level={row.alarmLevel} />}
            {row.alarmName}
          </span>
        ),
    },
  ];
}

function Actions({ clip }: { readonly clip: ClipWire }) {
  const t = useCameraTexts();
  const queries = useQueryClient();
  const may = useMay('archive.cameraClip.keep');
  const again = (): void => {
    void queries.invalidateQueries({
      predicate: ({ queryKey: [first] }) => String(first).endsWith('videoHistoryDatas'),
    });
    void queries.invalidateQueries({ queryKey: ['archive/cameraClip/getStore'] });
  };
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: t('delTitle'), text: t('delText') }))) return;
    await deleteClip(clip.clipId);
    again();
  };
  return (
    <span className={styles.acts}>
      <Button kind="link" onClick={() => void saveFile(CLIP_FILE, { id: clip.clipId })}>
        {t('download')}
      </Button>
      {may && (
        <>
          <Button kind="link" onClick={() => void keepClip(clip.clipId, !clip.kept).then(again, () => {})}>
            {t(clip.kept ? 'letGo' : 'keep')}
          </Button>
          <Button kind="link" onClick={() => void remove().catch(() => {})}>
            {t('del')}
          </Button>
        </>
      )}
    </span>
  );
}
