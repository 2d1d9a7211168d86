import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useState } from 'react';
import { FLAT_RULES } from '#contract/periodRule.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import kit from '#web/ui/kit.module.css';
import { type VersionDraft, type VersionRow, versionsQuery } from './calls.ts';
import { PreviewPanel } from './PreviewPanel.tsx';
import { SpecialDays } from './SpecialDays.tsx';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { useCalendarTexts } from './useCalendarTexts.ts';
import { VersionEditor } from './VersionEditor.tsx';
import { VersionList } from './VersionList.tsx';

const readVersion = (raw: RawAddress): { version: number | null } => {
  const id = Number(raw['version']);
  return { version: Number.isInteger(id) && id > 0 ? id : null };
};

const draftOf = ({ titles: _, ...row }: VersionRow): VersionDraft => row;
const same = (a: VersionDraft, b: VersionDraft): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Time-of-use calendars of an enterprise: versions, their rules, what they mean, and the special days. */
export default function TimeItemPage() {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return <Calendars key={consumer.orgId} consumerId={consumer.orgId} />;
}

function Calendars({ consumerId }: { consumerId: number }) {
  const t = useCalendarTexts();
  const mayAdd = useMay('archive.timezone.add');
  const [{ version }, change] = useAddress(readVersion);
  const [edited, setEdited] = useState<VersionDraft | null>(null);
  const [today] = useState(() => dayjs().format('YYYY-MM-DD'));
  const versions = useQuery(versionsQuery(consumerId));
  if (versions.isPending) return <LoadingState height={300} />;
  if (versions.isError)
    return <ErrorState what={versions.error.message} onRetry={() => void versions.refetch()} height={300} />;

  const rows = versions.data;
  const row = rows.find((one) => one.id === version) ?? rows.find((one) => one.validFrom <= today) ?? rows[0];
  const kept = row ? draftOf(row) : null;
  const draft = edited ?? kept;
  const clean = edited === null || (kept !== null && same(edited, kept));
  /** Leaves what is not saved only after asking. */
  const leave = async (go: () => void): Promise<void> => {
    if (clean || (await confirm({ title: t('unsaved'), text: t('unsavedWhy'), danger: true }))) {
      setEdited(null);
      go();
    }
  };
  const begin = (from: VersionDraft | null): Promise<void> =>
    leave(() =>
      setEdited({
        timezoneName: '',
        siteIdList: null,
        rules: FLAT_RULES,
        ...from,
        id: null,
        consumerId,
        validFrom: from ? '' : today,
      }),
    );
  return (
    <div className={kit.sided}>
      <UnsavedGuard unsaved={!clean} />
      <div className={kit.stack}>
        <VersionList
          versions={rows}
          selected={draft?.id ?? null}
          onSelect={(id) => void leave(() => change({ version: id }, { push: true }))}
          onAdd={() => void begin(null)}
          onCopy={(from) => void begin(draftOf(from))}
        />
      </div>
      <div className={kit.stack}>
        {draft ? (
          <>
            <VersionEditor
              key={draft.id ?? 'new'}
              draft={draft}
              onChange={setEdited}
              clean={clean}
              onCancel={() => setEdited(null)}
              onSaved={(id) => {
                setEdited(null);
                change({ version: id ?? undefined });
              }}
            />
            <PreviewPanel rules={draft.rules} orgId={draft.siteIdList?.[0] ?? consumerId} />
          </>
        ) : (
          <Panel>
            <EmptyState why={t('noCalendar')} next={t('noCalendarNext')} height={200}>
              {mayAdd && (
                <Button kind="primary" onClick={() => void begin(null)}>
                  {t('add')}
                </Button>
              )}
            </EmptyState>
          </Panel>
        )}
        <SpecialDays consumerId={consumerId} />
      </div>
    </div>
  );
}
