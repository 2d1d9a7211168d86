import { dataCode } from '#contract/dataCode.ts';
import { useText } from '#web/text/useTexts.ts';
import { MISSING } from '#domain/figure/number.ts';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import type { ItemWire } from '../contract.ts';
import styles from './Collector.module.css';
import { useCollectorTexts } from './useCollectorTexts.ts';

/** What a model's map made of what was read. */
export function ItemTable({ items }: { readonly items: readonly ItemWire[] }) {
  const t = useCollectorTexts();
  const say = useText();
  return (
    <ScrollArea label={t('readTitle')} className={styles.scroll ?? ''}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            <th scope="col">{t('register')}</th>
            <th scope="col">{t('raw')}</th>
            <th scope="col" className={styles.end}>
              {t('value')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const code = item.code === null ? undefined : dataCode(item.code);
            return (
              <tr key={item.code}>
                <td>
                  {item.code} <span className={styles.quiet}>{code && say(code.label)}</span>
                </td>
                <td className={styles.mono}>{item.address}</td>
                <td className={styles.mono}>{item.raw ?? MISSING}</td>
                <td className={styles.end}>
                  {item.value === null ? (
                    <span className={styles.fault}>{item.fault ? say(item.fault) : MISSING}</span>
                  ) : (
                    <>
                      {item.value} <span className={styles.quiet}>{code?.unit ?? ''}</span>
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollArea>
  );
}
