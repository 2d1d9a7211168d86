import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { get } from '#web/api.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { MISSING } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Table } from '#web/ui/Table.tsx';
import styles from './MasterData.module.css';
import { useMasterTexts } from './useMasterTexts.ts';

interface Department {
  readonly id: number;
  readonly orgName: string;
  readonly orgCode: string;
  readonly parentName: string | null;
  readonly persons: number;
}

/** The departments of the enterprise in view, with how many persons each has. */
export default function DepartmentPage() {
  const t = useMasterTexts();
  const { consumer } = useConsumer();
  const consumerId = consumer?.orgId ?? null;
  const answer = useQuery({
    queryKey: ['sys', 'orgDept', 'getall', consumerId],
    queryFn: ({ signal }) =>
      get<readonly Department[]>('sys/orgDept/getall', { consumerId }, { quiet: true, signal }),
  });
  if (answer.isPending) return <LoadingState height={300} />;
  if (answer.isError)
    return <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={300} />;
  const units = <Link to="/SDNOperationAdmin/SDNOrgUnit">{t('toUnits')}</Link>;
  return (
    <Panel title={t('department')} extra={units} flush>
      {answer.data.length === 0 ? (
        <EmptyState why={t('noDepartment')} next={t('noDepartmentNext')} height={260} />
      ) : (
        <Table<Department>
          look="rows"
          className={styles.table}
          columns={[
            { key: 'name', title: t('department'), render: ({ orgName }) => orgName },
            { key: 'code', title: t('code'), render: ({ orgCode }) => orgCode },
            { key: 'below', title: t('below'), render: ({ parentName }) => parentName ?? MISSING },
            {
              key: 'persons',
              title: t('persons'),
              end: true,
              render: ({ id, persons }) => (
                <Link to="/SDNSysAdmin/SDNPersonInfo" search={{ f: [['orgId', 'eq', id]] } as never}>
                  {persons}
                </Link>
              ),
            },
          ]}
          rows={answer.data}
          keyOf={({ id }) => id}
        />
      )}
    </Panel>
  );
}
