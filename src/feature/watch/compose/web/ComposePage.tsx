import { useQuery } from '@tanstack/react-query';
import { rulesOf } from '#contract/composition.ts';
import { EVENT_LEVELS } from '#contract/linkage.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { alarm } from '#resource/event/alarm.ts';
import { useAddress } from '#web/address.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { titleOf } from '#web/resource/target.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { readCompose } from './address.ts';
import { compositionsQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Compose.module.css';
import { Editor } from './Editor.tsx';
import { treeOf } from './draft.ts';
import { useComposeTexts } from './useComposeTexts.ts';

const PAGE = 10;

/** Compositions of alarm rules, and one of them as a tree. */
export default function ComposePage() {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return <Bench key={consumer.orgId} consumerId={consumer.orgId} />;
}

function Bench({ consumerId }: { readonly consumerId: number }) {
  const t = useComposeTexts();
  const [address, change] = useAddress(readCompose);
  const open = (alarmId: number | undefined): void => change({ alarm: alarmId }, { push: true });
  const { data } = useQuery(compositionsQuery(consumerId, address.page, PAGE));
  // Nothing is chosen yet: the first one.
  const chosen = address.alarm ?? data?.list[0]?.id ?? null;
  return (
    <div className={styles.page}>
      <Compositions
        consumerId={consumerId}
        chosen={chosen}
        page={address.page}
        onOpen={open}
        onPage={(page) => change({ page })}
      />
      {chosen === null ? (
        <Panel>
          <EmptyState why={t('choose')} height={320} />
        </Panel>
      ) : (
        <Editor
          key={chosen}
          alarmId={chosen === 0 ? null : chosen}
          consumerId={consumerId}
          onSaved={open}
          onGone={() => open(undefined)}
        />
      )}
    </div>
  );
}

interface CompositionsProps {
  readonly consumerId: number;
  readonly chosen: number | null;
  readonly page: number;
  readonly onOpen: (alarmId: number) => void;
  readonly onPage: (page: number) => void;
}

function Compositions({ consumerId, chosen, page, onOpen, onPage }: CompositionsProps) {
  const t = useComposeTexts();
  const say = useText();
  const may = usePermissions(alarm);
  const answer = useQuery(compositionsQuery(consumerId, page, PAGE));
  const levels: Readonly<Record<string, { zh: string; en: string }>> = EVENT_LEVELS;
  const add = may('add') && (
    <Button kind="primary" onClick={() => onOpen(0)}>
      {t('fresh')}
    </Button>
  );
  return (
    <Panel title={t('compositions')} extra={add} flush>
      <ListTable<ResourceRow>
        {...answerOf(answer)}
        label={t('compositions')}
        keyOf={(row) => row.id}
        page={{ current: page, size: PAGE }}
        onPage={onPage}
        empty={<EmptyState why={t('none')} next={t('noneNext')} height={240} />}
        columns={[
          {
            key: 'name',
            title: t('name'),
            render: (row) => (
              <Button
                kind="link"
                aria-current={row.id === chosen ? 'true' : undefined}
                className={row.id === chosen ? styles.chosen : ''}
                onClick={() => onOpen(row.id)}
              >
                {titleOf(alarm, row)}
              </Button>
            ),
          },
          {
            key: 'state',
            title: t('state'),
            render: (row) => (
              <span className={kit.quiet}>
                {[
                  say(levels[String(row['alarmLevel'])] ?? { zh: '', en: '' }),
                  t('partsOf', { n: formatNumber(rulesOf(treeOf(row)).length, 0) }),
                  ...(row['enable'] === true ? [] : [t('notInUse')]),
                ].join(' · ')}
              </span>
            ),
          },
        ]}
      />
    </Panel>
  );
}
