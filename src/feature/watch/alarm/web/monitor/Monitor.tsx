import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import LeftOutlined from '@ant-design/icons-svg/es/asn/LeftOutlined';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { lazyAntd } from '#web/theme/lazyAntd.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import type { AlarmRow, OpenAlarms } from '../../contract.ts';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import { useFeed } from '../useFeed.ts';
import { useNow } from '../useNow.ts';
import type { ChangeMonitor, MonitorAddress } from './address.ts';
import { Banner } from './Banner.tsx';
import { ListHead } from './ListHead.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Monitor.module.css';
import { CARD_HEIGHT, OpenList, ROW_HEIGHT } from './OpenList.tsx';
import { SiteTiles } from './SiteTiles.tsx';
import { useRing } from './sound.ts';
import { Strip } from './Strip.tsx';
import { UndeliveredLines } from './UndeliveredLines.tsx';
import { useFeedHead } from './useFeedHead.tsx';
import { useListKeys } from './useListKeys.ts';
import { headQuery } from './headQuery.ts';
import { useOpenPages } from './useOpenPages.ts';
import { useUrgent } from './useUrgent.ts';
import { useVirtual } from './useVirtual.ts';

const loadDetail = async () => ({ default: (await import('../AlarmDetail.tsx')).AlarmDetail });
/** What a person does with a record needs antd; the list stands before it is there. */
const AlarmDetail = lazyAntd(loadDetail);

/** So long after the list what its keys lead into is loaded: it is there when it is wanted, and the rows come first. */
const AHEAD_MS = 2000;

interface MonitorProps {
  readonly consumerId: number;
  readonly address: MonitorAddress;
  readonly onChange: ChangeMonitor;
}

/** The list with what stands over and beside it. */
export function Monitor({ consumerId, address, onChange }: MonitorProps) {
  const narrow = useNarrow();
  const [shown, setShown] = useState(false);
  const { told, everyMs } = useFeed(consumerId, shown);
  const head = useQuery({ ...headQuery(consumerId, address), refetchInterval: everyMs });
  const urgent = useUrgent(consumerId, address, head.data, everyMs);
  const now = useNow(head.data?.now);
  useRing(urgent);
  const known = head.data !== undefined;
  if (known && !shown) setShown(true);
  useEffect(() => {
    if (!known) return;
    const timer = setTimeout(() => void Promise.all([import('#web/theme/Antd.tsx'), loadDetail()]), AHEAD_MS);
    return () => clearTimeout(timer);
  }, [known]);
  useFeedHead({ told, toldAt: head.dataUpdatedAt });
  const open = (record: number): void => onChange({ record }, { push: address.record === null });
  const close = (): void => onChange({ record: undefined });
  if (!head.data)
    return (
      <Panel>
        {head.error ? (
          <ErrorState what={head.error.message} onRetry={() => void head.refetch()} height={320} />
        ) : (
          <LoadingState height={320} />
        )}
      </Panel>
    );
  const detail = address.record !== null && (
    <Beside id={address.record} now={now} narrow={narrow} onClose={close} />
  );
  return (
    <>
      {narrow && detail}
      <div className={`${kit.stack} ${styles.page}`} hidden={narrow && detail !== false}>
        <Banner urgent={urgent?.list ?? []} total={urgent?.total ?? 0} now={now} onLook={open} />
        {shown && <UndeliveredLines consumerId={consumerId} />}
        <Strip open={head.data} now={now} />
        <div className={`${styles.columns} ${detail && !narrow ? styles.two : ''}`}>
          <div className={kit.stack}>
            <SiteTiles
              open={head.data}
              site={address.site}
              onSite={(site) => onChange({ site: site ?? undefined })}
            />
            <ListPanel
              {...{ consumerId, address, onChange, everyMs, now, narrow, open, close }}
              head={head.data}
            />
          </div>
          {!narrow && detail}
        </div>
      </div>
    </>
  );
}

interface ListPanelProps extends MonitorProps {
  readonly head: OpenAlarms;
  readonly everyMs: number;
  readonly now: number;
  readonly narrow: boolean;
  readonly open: (record: number) => void;
  readonly close: () => void;
}

/** The list alone follows its scrolling: what stands around it is not drawn anew. */
function ListPanel(props: ListPanelProps) {
  const { consumerId, address, onChange, head, everyMs, now, narrow, open, close } = props;
  const { total } = head.pagination;
  const virtual = useVirtual(total, narrow ? CARD_HEIGHT : ROW_HEIGHT);
  const { first, end, attach } = virtual;
  const rowAt = useOpenPages(consumerId, address, head, virtual, everyMs);
  useListKeys(useMoves({ address, total, rowAt, show: virtual.show, open, close }));
  const listHead = useMemo(
    () => <ListHead total={total} address={address} narrow={narrow} onChange={onChange} />,
    [total, address, narrow, onChange],
  );
  return (
    <Panel flush>
      {listHead}
      <OpenList
        places={Array.from({ length: Math.max(0, end - first) }, (_, i) => rowAt(first + i))}
        total={total}
        first={first}
        selected={address.record}
        now={now}
        narrow={narrow}
        attach={attach}
        onOpen={open}
        narrowed={address.site !== null || address.level !== null || address.shown !== 'open'}
      />
    </Panel>
  );
}

interface MovesProps {
  readonly address: MonitorAddress;
  readonly total: number;
  readonly rowAt: (index: number) => AlarmRow | null;
  readonly show: (index: number) => void;
  readonly open: (record: number) => void;
  readonly close: () => void;
}

/** What the keys do: the record that is open moves up and down the list as far as it is known. */
function useMoves({ address, total, rowAt, show, open, close }: MovesProps) {
  const place = useRef(-1);
  const find = (): number => {
    if (address.record === null) return -1;
    if (rowAt(place.current)?.id === address.record) return place.current;
    for (let i = 0; i < total; i++) if (rowAt(i)?.id === address.record) return i;
    return -1;
  };
  const go = (index: number): void => {
    const row = rowAt(index);
    if (!row) return;
    place.current = index;
    show(index);
    open(row.id);
  };
  return {
    move: (by: number) => go(Math.max(0, Math.min(total - 1, find() + by))),
    open: () => go(Math.max(0, find())),
    act: (key: 'c' | 's') => {
      if (address.record === null) go(0);
      // What was opened just now is drawn first.
      setTimeout(
        () => document.querySelector<HTMLElement>(`[data-alarm-key="${key}"]`)?.focus(),
        address.record === null ? 400 : 0,
      );
    },
    close,
  };
}

interface BesideProps {
  readonly id: number;
  readonly now: number;
  readonly narrow: boolean;
  readonly onClose: () => void;
}

/** The record that is open: beside the list, on a phone in its place. */
function Beside({ id, now, narrow, onClose }: BesideProps) {
  const t = useAlarmTexts();
  return (
    <Panel className={styles.beside ?? ''}>
      <div className={styles.besideHead}>
        <Button kind="icon" aria-label={t(narrow ? 'back' : 'close')} onClick={onClose}>
          <Icon icon={narrow ? LeftOutlined : CloseOutlined} />
        </Button>
      </div>
      <Suspense fallback={<LoadingState height={320} />}>
        <AlarmDetail id={id} now={now} />
      </Suspense>
    </Panel>
  );
}
