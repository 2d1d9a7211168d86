import { timeAt } from '#domain/time/text.ts';
import type { Provenance } from '#feature/meters/reading/contract.ts';
import { ProvenanceStep } from '#web/ui/ProvenanceDrawer.tsx';
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
        <table className={styles.rows}>
          <tbody>
            {disputes.map((one) => (
              <tr key={`${one.code} ${one.to} ${one.source} ${one.value}`}>
                <td>{timeAt(zone, one.to).slice(5)}</td>
                <td className={styles.number}>
                  {one.code} {one.value}
                </td>
                <td>{nameOf(one.source)}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
