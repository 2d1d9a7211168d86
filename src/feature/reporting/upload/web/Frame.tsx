import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar, FilterField } from '#web/ui/FilterBar.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { PlatformHead } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import { usePlatforms, useReportTexts } from './useArea.ts';

export interface FrameProps {
  /** What stands in the row of filters beside the choice of platforms. */
  readonly filters?: ReactNode;
  readonly actions?: (platform: PlatformHead) => ReactNode;
  readonly children: (platform: PlatformHead, at: string) => ReactNode;
}

/** What every page of reporting has around it: the platform in view, and what is said where there is none. */
export function Frame({ filters, actions, children }: FrameProps) {
  const t = useReportTexts();
  const { consumer, answer, list, platform, choose, at } = usePlatforms();
  if (!consumer) return <NoConsumer />;
  if (answer.isError) return <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <LoadingState />;
  if (!platform)
    return (
      <Panel>
        <EmptyState why={t('noPlatform')} next={t('noPlatformNext')} height={320}>
          <Link to="/SDNDataUpload/PlatformInfo">{t('addPlatform')}</Link>
        </EmptyState>
      </Panel>
    );
  return (
    <div className={kit.stack}>
      {(list.length > 1 || filters || actions) && (
        <FilterBar actions={actions?.(platform)} summary={platform.platformName}>
          {list.length > 1 && (
            <FilterField label={t('platform')}>
              <Segmented
                label={t('platform')}
                value={String(platform.id)}
                options={list.map(({ id, platformName }) => ({ value: String(id), text: platformName }))}
                onChange={(id) => choose(Number(id))}
              />
            </FilterField>
          )}
          {filters}
        </FilterBar>
      )}
      {children(platform, at)}
    </div>
  );
}
