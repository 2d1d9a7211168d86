import { timeAt } from '#domain/time/text.ts';
import type { Provenance } from '#feature/meters/reading/contract.ts';
import { ProvenanceStep } from '#web/ui/ProvenanceDrawer.tsx';
import { Table } from '#web/ui/Table.tsx';
import styles from './OriginPanel.module.css';
import { useProvenanceTexts } from './useProvenanceTexts.ts';

/** Values that came and were not taken, and who brought in those that were. */
export function OriginDisputes({ provenance }: { provenance: Provenance }) {
  const t = useProvenanceTexts();
  const { disputes, sources, zone } = provenance;
  const nameOf = (id: number): string =>
    id === 0 ? t('device') : (sources.find((source) => source.id === id)?.name ?? String(id));
  const brought = sources.filter((source) => source.id !== 0);
  return (
    <ProvenanceStep title={t('disputes')} aside={disputes.length > 0 ? String(disputes.length) : undefined}>
      {disputes.length === 0 ? (
        <p className={styles.note}>{t('disputesNone')}</p>
      ) : (
        <Table
          look="small"
          headless
          className={styles.rows}
          columns={[
            { key: 'time', title: '', render: ({ to }) => timeAt(zone, to).slice(5) },
            {
              key: 'value',
              title: '',
              end: true,
              className: styles.number,
              render: ({ code, value }) => `${code} ${value}`,
            },
            { key: 'source', title: '', render: ({ source }) => nameOf(source) },
          ]}
          rows={disputes}
          keyOf={({ code, to, source, value }) => `${code} ${to} ${source} ${value}`}
        />
      )}
      {brought.length > 0 && (
        <dl className={styles.facts}>
          {brought.map((source) => [
            <dt key={`name ${source.id}`}>{source.name}</dt>,
            <dd key={source.id}>
              {[source.createdBy, source.createdAt === null ? null : timeAt(zone, source.createdAt)]
                .filter(Boolean)
                .join(' • ')}
            </dd>,
          ])}
        </dl>
      )}
    </ProvenanceStep>
  );
}
