import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Input, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { useAsked } from '#web/asked.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar, FilterField } from '#web/ui/FilterBar.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { MISSING } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { REQUEST_STATES, WORKFLOW_TYPES } from '#contract/workflow.ts';
import type { RequestState } from '#contract/workflow.ts';
import type { RequestRow } from '../contract.ts';
import { ApplyDialog } from './ApplyDialog.tsx';
import { countQuery, requestsQuery } from './calls.ts';
import { clockText } from './clock.ts';
import { GroupChoice } from './GroupChoice.tsx';
import { StateMark } from './StateMark.tsx';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import kit from '#web/ui/kit.module.css';

const VIEWS = ['todo', 'mine', 'done', 'copy', 'time', 'type'] as const;
type View = (typeof VIEWS)[number];

interface Place {
  readonly view: View;
  readonly state: RequestState | undefined;
  readonly day: string | undefined;
  readonly kind: string | undefined;
  readonly page: number;
  readonly size: number;
}

function readPlace(raw: RawAddress): Place {
  const [page, size, state] = [Number(raw['page']), Number(raw['size']), String(raw['state'])];
  const day = String(raw['day']);
  return {
    view: VIEWS.find((view) => view === raw['view']) ?? 'todo',
    state: state in REQUEST_STATES ? (state as RequestState) : undefined,
    day: /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined,
    kind: Object.keys(WORKFLOW_TYPES).find((kind) => kind === raw['kind']),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
  };
}

const ASKED = ['apply'] as const;

/** Requests: what waits for the person, what they applied for and handled, and all they may see by day and type. */
export default function RequestListPage() {
  const t = useWorkflowTexts();
  const say = useText();
  const mayApply = useMay('workflow.apply');
  const [{ view, state, day, kind, page, size }, change] = useAddress(readPlace);
  const [text, setText] = useState('');
  const [chose, setApplying] = useState(false);
  const [query, done] = useAsked(ASKED);
  const applying = chose || (query !== null && mayApply);
  const search = useDeferredValue(text.trim());
  const count = useQuery(countQuery);
  const grouped = view === 'time' || view === 'type';
  const verb = view === 'time' ? 'getListByTime' : view === 'type' ? 'getListByType' : 'getList';
  const filter = { box: grouped ? 'all' : view, state, search };
  const chosen = view === 'time' ? { from: day, to: day } : view === 'type' ? { workflowType: kind } : {};
  const list = useQuery(requestsQuery(verb, { ...filter, ...chosen, pageNo: page, pageSize: size }));
  // The numbers stay whole while one of them is chosen.
  const whole = useQuery({ ...requestsQuery(verb, { ...filter, pageSize: 1 }), enabled: grouped });
  const columns: TableColumn<RequestRow>[] = [
    {
      key: 'title',
      title: t('title'),
      render: (row) => (
        <Link to="/SDNSysAdmin/SDNWorkflowRequest/$id" params={{ id: String(row.id) } as never}>
          {row.title}
        </Link>
      ),
    },
    { key: 'state', title: t('state'), render: (row) => <StateMark state={row.state} /> },
    { key: 'workflow', title: t('workflow'), render: (row) => row.workflowName },
    { key: 'node', title: t('node'), render: (row) => row.nodeName ?? MISSING },
    { key: 'applicant', title: t('applicant'), render: (row) => row.applicantName ?? MISSING },
    { key: 'enterprise', title: t('enterprise'), render: (row) => row.consumerName ?? MISSING },
    { key: 'appliedAt', title: t('appliedAt'), render: (row) => clockText(row.appliedAt) },
  ];
  const applyButton = mayApply && (
    <Button kind="primary" onClick={() => setApplying(true)}>
      {t('apply')}
    </Button>
  );
  const todo = count.data?.todo ?? 0;
  return (
    <div className={kit.stack}>
      <FilterBar actions={applyButton}>
        <Segmented
          label={t('views')}
          value={view}
          options={VIEWS.map((value) => ({
            value,
            text: value === 'todo' && todo > 0 ? t('todoCount', { n: todo }) : t(value),
          }))}
          onChange={(next) =>
            change({ view: next, page: undefined, day: undefined, kind: undefined }, { push: true })
          }
        />
        <FilterField label={t('state')}>
          <Select
            aria-label={t('state')}
            style={{ width: 120 }}
            value={state ?? ''}
            options={[
              { value: '', label: t('all') },
              ...Object.entries(REQUEST_STATES).map(([value, label]) => ({ value, label: say(label) })),
            ]}
            onChange={(next: string) => change({ state: next || undefined, page: undefined })}
          />
        </FilterField>
        <Input
          style={{ width: 200 }}
          allowClear
          maxLength={60}
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            change({ page: undefined });
          }}
        />
      </FilterBar>
      <Panel flush>
        {grouped && (
          <GroupChoice
            label={t(view)}
            all={t(view === 'time' ? 'allDays' : 'allTypes')}
            groups={(whole.data?.groups ?? []).map((group) => ({
              ...group,
              name: view === 'type' ? say(WORKFLOW_TYPES[group.key as 'other']) : group.key,
            }))}
            value={view === 'time' ? day : kind}
            onChange={(key) =>
              change(view === 'time' ? { day: key, page: undefined } : { kind: key, page: undefined })
            }
          />
        )}
        <ListTable<RequestRow>
          label={t('list')}
          columns={columns}
          rows={list.data?.list}
          keyOf={(row) => row.id}
          error={list.error}
          onRetry={() => void list.refetch()}
          waiting={list.isPlaceholderData}
          total={list.data?.pagination.total ?? null}
          page={{ current: page, size }}
          onPage={(next, nextSize) => change({ page: next, size: nextSize })}
          empty={
            <EmptyState
              why={t(view === 'todo' ? 'emptyTodo' : view === 'mine' ? 'emptyMine' : 'emptyOther')}
              {...(view === 'mine' && mayApply ? { next: t('emptyMineNext') } : {})}
              height={240}
            >
              {view === 'mine' && applyButton}
            </EmptyState>
          }
        />
      </Panel>
      {applying && (
        <ApplyDialog
          onClose={() => {
            setApplying(false);
            done();
          }}
        />
      )}
    </div>
  );
}
