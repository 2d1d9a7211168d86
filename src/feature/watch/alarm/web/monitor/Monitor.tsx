import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import LeftOutlined from '@ant-design/icons-svg/es/asn/LeftOutlined';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { AlarmDetail } from '../AlarmDetail.tsx';
import { openQuery } from '../calls.ts';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import { useFeed } from '../useFeed.ts';
import { useNow } from '../useNow.ts';
import type { ChangeMonitor, MonitorAddress } from './address.ts';
import { Banner } from './Banner.tsx';
import { ListHead } from './ListHead.tsx';
import styles from './Monitor.module.css';
import { CARD_HEIGHT, OpenList, ROW_HEIGHT } from './OpenList.tsx';
import { SiteTiles } from './SiteTiles.tsx';
import { useRing } from './sound.ts';
import { Strip } from './Strip.tsx';
import { useFeedHead } from './useFeedHead.tsx';
import { useListKeys } from './useListKeys.ts';
import { type OpenPages, useOpenPages } from './useOpenPages.ts';
import { useVirtual, type Virtual } from './useVirtual.ts';

interface MonitorProps {
  readonly consumerId: number;
  readonly address: MonitorAddress;
  readonly onChange: ChangeMonitor;
}

/** Urgent records that the banner knows by name. */
const URGENT = { alarmLevel: '1', shown: 'unconfirmed', current: 1, pageSize: 20 };

/** The list with what stands over and beside it. */
export function Monitor({ consumerId, address, onChange }: MonitorProps) {
  const narrow = useNarrow();
  const { told, everyMs } = useFeed(consumerId);
  // How many there are is known with the first page; until then the list has one page.
  const [total, setTotal] = useState(0);
  const virtual = useVirtual(Math.max(total, 1), narrow ? CARD_HEIGHT : ROW_HEIGHT);
  const pages = useOpenPages(consumerId, address, virtual, everyMs);
  const urgent = useQuery({
    ...openQuery({ enterpriseId: consumerId, ...URGENT }),
    refetchInterval: everyMs,
  }).data;
  const counted = pages.head?.pagination.total ?? 0;
  if (counted !== total) setTotal(counted);
  const now = useNow(pages.head?.now);
  useRing(urgent?.list);
  useFeedHead({ told, toldAt: pages.toldAt });
  const open = (record: number): void => onChange({ record }, { push: address.record === null });
  const close = (): void => onChange({ record: undefined });
  useListKeys(useMoves({ address, total, pages, show: virtual.show, open, close }));
  if (!pages.head)
    return (
      <Panel>
        {pages.error ? (
          <ErrorState what={pages.error.message} onRetry={pages.retry} height={320} />
        ) : (
          <LoadingState height={320} />
        )}
      </Panel>
    );
  const detail = address.record !== null && (
    <Beside id={address.record} now={now} narrow={narrow} onClose={close} />
  );
  if (narrow && detail) return detail;
  return (
    <div className={styles.page}>
      <Banner urgent={urgent?.list ?? []} total={urgent?.pagination.total ?? 0} now={now} onLook={open} />
      <Strip open={pages.head} now={now} />
      <div className={`${styles.columns} ${detail ? styles.two : ''}`}>
        <div className={styles.left}>
          <SiteTiles
            open={pages.head}
            site={address.site}
            onSite={(site) => onChange({ site: site ?? undefined })}
          />
          <ListPanel {...{ address, onChange, total, pages, virtual, now, narrow, open }} />
        </div>
        {detail}
      </div>
    </div>
  );
}

interface ListPanelProps extends Pick<MonitorProps, 'address' | 'onChange'> {
  readonly total: number;
  readonly pages: OpenPages;
  readonly virtual: Virtual;
  readonly now: number;
  readonly narrow: boolean;
  readonly open: (record: number) => void;
}

function ListPanel({ address, onChange, total, pages, virtual, now, narrow, open }: ListPanelProps) {
  const { first, end, attach } = virtual;
  const places = Array.from({ length: Math.max(0, Math.min(end, total) - first) }, (_, i) => ({
    index: first + i,
    row: pages.rowAt(first + i),
  }));
  return (
    <Panel flush>
      <ListHead total={total} address={address} narrow={narrow} onChange={onChange} />
      <OpenList
        places={places}
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
  readonly pages: OpenPages;
  readonly show: (index: number) => void;
  readonly open: (record: number) => void;
  readonly close: () => void;
}

/** What the keys do: the record that is open moves up and down the list as far as it is known. */
function useMoves({ address, total, pages, show, open, close }: MovesProps) {
  const place = useRef(-1);
  const find = (): number => {
    if (address.record === null) return -1;
    if (pages.rowAt(place.current)?.id === address.record) return place.current;
    for (let i = 0; i < total; i++) if (pages.rowAt(i)?.id === address.record) return i;
    return -1;
  };
  const go = (index: number): void => {
    const row = pages.rowAt(index);
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
      <AlarmDetail id={id} now={now} />
    </Panel>
  );
}
