import FullscreenOutlined from '@ant-design/icons-svg/es/asn/FullscreenOutlined';
import CameraOutlined from '@ant-design/icons-svg/es/asn/CameraOutlined';
import LeftOutlined from '@ant-design/icons-svg/es/asn/LeftOutlined';
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { linkageConfig } from '#resource/alarm/linkageConfig.ts';
import { iVideoControl } from '#resource/archive/iVideoControl.ts';
import { useAddress, useOwnFilters } from '#web/address.ts';
import { saveFile } from '#web/api.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useMay } from '#web/session/session.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { CameraWire } from '../contract.ts';
import { type CameraAddress, type Change, GRIDS, readCamera } from './address.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Camera.module.css';
import { ARCHIVE, camerasQuery, CUSTOMER, type Door } from './calls.ts';
import { ClipList } from './ClipList.tsx';
import { Controls } from './Controls.tsx';
import { Tile } from './Tile.tsx';
import { useCameraTexts } from './useCameraTexts.ts';

/** Pictures side by side, what moves the one in hand, and the recordings of alarms. */
export function CameraScreen({ door }: { readonly door: Door }) {
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readCamera);
  if (!consumer) return <NoConsumer />;
  return <Cameras door={door} consumerId={consumer.orgId} address={address} onChange={change} />;
}

/** The cameras of a place, within a page about it; without a site those of the enterprise. */
export function CamerasOf({
  consumerId,
  siteId,
}: {
  readonly consumerId: number;
  readonly siteId: number | null;
}) {
  const [address, change] = useAddress(readCamera);
  return (
    <Cameras door={ARCHIVE} consumerId={consumerId} siteId={siteId} address={address} onChange={change} />
  );
}

/** The cameras of an object in a popup, without one those of its site, by the calls that the account may make. */
export function CamerasBeside({
  consumerId,
  siteId,
  objectId,
}: {
  readonly consumerId: number;
  readonly siteId: number;
  readonly objectId: number | null;
}) {
  const [address, change] = useOwnFilters(readCamera);
  const door = useMay('SDNWatch.SDNCamera') ? ARCHIVE : CUSTOMER;
  return (
    <Cameras
      narrow
      door={door}
      consumerId={consumerId}
      siteId={siteId}
      objectId={objectId}
      address={address}
      onChange={change}
    />
  );
}

interface CamerasProps {
  /** One below the other, within a popup. */
  readonly narrow?: boolean;
  readonly door: Door;
  readonly consumerId: number;
  readonly siteId?: number | null;
  readonly objectId?: number | null;
  readonly address: CameraAddress;
  readonly onChange: Change;
}

function Cameras(props: CamerasProps) {
  const { door, consumerId, siteId = null, objectId = null, narrow = false, address, onChange } = props;
  const t = useCameraTexts();
  const { q, grid, page, alarmed } = address;
  const pageSize = Number(grid);
  const answer = useQuery(
    camerasQuery(door, {
      consumerId,
      siteId,
      objectId,
      search: q,
      alarmed: alarmed ? 1 : undefined,
      current: page,
      pageSize,
    }),
  );
  const { refetch } = answer;
  const changed = useCallback(() => void refetch(), [refetch]);
  const cameras = answer.data?.list;
  const total = answer.data?.pagination.total ?? 0;
  const chosen = cameras?.find(({ cameraId }) => cameraId === address.camera) ?? cameras?.[0];
  const first = (page - 1) * pageSize;
  return (
    <div className={`${kit.stack} ${styles.page}`} data-narrow={narrow}>
      <Filters address={address} shown={cameras?.length ?? 0} total={total} onChange={onChange} />
      {objectId !== null && chosen?.objectId === null && <p className={kit.note}>{t('ofSite')}</p>}
      {answer.error ? (
        <ErrorState what={answer.error.message} onRetry={() => void refetch()} height={240} />
      ) : !cameras ? (
        <LoadingState height={240} />
      ) : !chosen ? (
        <NoCamera filtered={q !== '' || alarmed} />
      ) : (
        <div className={styles.main}>
          <div className={styles.grid} data-grid={grid}>
            {cameras.map((camera, i) => (
              <Tile
                key={camera.cameraId}
                door={door}
                camera={camera}
                number={first + i + 1}
                chosen={camera.cameraId === chosen.cameraId}
                onChoose={() => onChange({ camera: camera.cameraId })}
              />
            ))}
          </div>
          <Side key={chosen.cameraId} door={door} camera={chosen} onChanged={changed} />
        </div>
      )}
      <ClipList
        {...{ door, consumerId, siteId, objectId, address, onChange }}
        cameraId={chosen?.cameraId ?? null}
      />
    </div>
  );
}

function NoCamera({ filtered }: { readonly filtered: boolean }) {
  const t = useCameraTexts();
  return (
    <Panel>
      {filtered ? (
        <EmptyState why={t('noMatch')} height={240} />
      ) : (
        <EmptyState why={t('noCamera')} next={t('noCameraNext')} height={240}>
          <SetUpLinks />
        </EmptyState>
      )}
    </Panel>
  );
}

interface FiltersProps extends Pick<CamerasProps, 'address' | 'onChange'> {
  /** How many cameras are in sight, and how many there are. */
  readonly shown: number;
  readonly total: number;
}

function Filters({ address: { q, grid, page, alarmed }, shown, total, onChange }: FiltersProps) {
  const t = useCameraTexts();
  return (
    <FilterBar actions={<SetUpLinks />}>
      <SearchInput
        label={t('search')}
        value={q}
        onChange={(text) => onChange({ q: text || undefined, page: undefined })}
      />
      <Segmented
        label={t('grid')}
        value={grid}
        options={GRIDS.map((value) => ({ value, text: value }))}
        onChange={(next) => onChange({ grid: next, page: undefined })}
      />
      <Segmented
        label={t('shown')}
        value={alarmed ? 'alarmed' : 'all'}
        options={[
          { value: 'all', text: t('all') },
          { value: 'alarmed', text: t('alarmed') },
        ]}
        onChange={(next) => onChange({ alarmed: next === 'alarmed' ? '1' : undefined, page: undefined })}
      />
      <Pager first={(page - 1) * Number(grid)} shown={shown} total={total} page={page} onChange={onChange} />
    </FilterBar>
  );
}

interface PagerProps {
  readonly first: number;
  readonly shown: number;
  readonly total: number;
  readonly page: number;
  readonly onChange: Change;
}

function Pager({ first, shown, total, page, onChange }: PagerProps) {
  const t = useCameraTexts();
  if (total === 0) return null;
  return (
    <span className={styles.pager}>
      {t('range', { from: first + 1, to: first + shown, total })}
      <Button
        kind="icon"
        aria-label={t('before')}
        disabled={page <= 1}
        onClick={() => onChange({ page: page - 1, camera: undefined })}
      >
        <Icon icon={LeftOutlined} />
      </Button>
      <Button
        kind="icon"
        aria-label={t('next')}
        disabled={first + shown >= total}
        onClick={() => onChange({ page: page + 1, camera: undefined })}
      >
        <Icon icon={RightOutlined} />
      </Button>
    </span>
  );
}

interface SideProps {
  readonly door: Door;
  readonly camera: CameraWire;
  readonly onChanged: () => void;
}

/** The camera in hand: what moves it, where it stands. */
function Side({ door, camera, onChanged }: SideProps) {
  const t = useCameraTexts();
  const side = useRef<HTMLDivElement>(null);
  const full = (): void => {
    const picture = side.current?.parentElement?.querySelector('[data-chosen="true"]');
    void (picture ?? side.current)?.requestFullscreen().catch(() => {});
  };
  return (
    <div ref={side}>
      <Panel
        title={camera.cameraName}
        extra={
          <>
            <Button
              kind="icon"
              aria-label={t('save')}
              title={t('save')}
              disabled={camera.lack !== null || camera.url !== null}
              onClick={() => void saveFile(`${door.at}/snapshot`, { cameraId: camera.cameraId })}
            >
              <Icon icon={CameraOutlined} />
            </Button>
            <Button kind="icon" aria-label={t('fullScreen')} title={t('fullScreen')} onClick={full}>
              <Icon icon={FullscreenOutlined} />
            </Button>
          </>
        }
      >
        <Controls door={door} camera={camera} onChanged={onChanged} />
        <dl className={`${kit.facts} ${styles.facts}`}>
          <dt>{t('site')}</dt>
          <dd>{camera.siteName}</dd>
          {camera.objectName !== null && (
            <>
              <dt>{t('object')}</dt>
              <dd>{camera.objectName}</dd>
            </>
          )}
          {camera.place !== null && (
            <>
              <dt>{t('place')}</dt>
              <dd>{camera.place}</dd>
            </>
          )}
        </dl>
      </Panel>
    </div>
  );
}

/** Where cameras, and what alarms do with them, are set up. */
function SetUpLinks() {
  const t = useCameraTexts();
  const mayCamera = usePermissions(iVideoControl);
  const mayLink = usePermissions(linkageConfig);
  return (
    <span className={kit.links}>
      {mayCamera('view') && <GoLink goal={{ to: iVideoControl.screen }}>{t('cameras')}</GoLink>}
      {mayLink('view') && <GoLink goal={{ to: linkageConfig.screen }}>{t('linkages')}</GoLink>}
    </span>
  );
}
