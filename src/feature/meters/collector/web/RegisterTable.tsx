import type { ValueType, WordOrder } from '../contract.ts';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import type { ItemWire } from '../contract.ts';
import { decimalOf, WORDS } from '../domain/modbus/value.ts';
import styles from './Collector.module.css';
import { useCollectorTexts } from './useCollectorTexts.ts';

const WAYS: readonly (readonly [ValueType, WordOrder])[] = [
  ['u16', 'ABCD'],
  ['s16', 'ABCD'],
  ['u32', 'ABCD'],
  ['u32', 'CDAB'],
  ['s32', 'ABCD'],
  ['f32', 'ABCD'],
  ['f32', 'CDAB'],
];

const bytesOf = (items: readonly ItemWire[]): Uint8Array =>
  Uint8Array.from(
    items.flatMap((item) => (item.raw ?? '').split(' ').map((byte) => Number.parseInt(byte, 16))),
  );

/** Very large and very small floats are told with an exponent: they are the sign of a wrong order. */
const reported = (decimal: string | null): string =>
  decimal === null ? 'NaN' : decimal.length > 14 ? Number(decimal).toPrecision(6) : decimal;

/** Registers as they stand, read in every type and order. */
export function RegisterTable({ items }: { readonly items: readonly ItemWire[] }) {
  const t = useCollectorTexts();
  return (
    <>
      <p className={styles.quiet}>{t('guessNote')}</p>
      <ScrollArea label={t('byRegister')} className={styles.scroll ?? ''}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('register')}</th>
              <th scope="col">{t('raw')}</th>
              {WAYS.map(([type, order]) => (
                <th scope="col" key={type + order} className={styles.end}>
                  {type} {WORDS[type] > 1 && <span className={styles.quiet}>{order}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item, i) => (
              <tr key={item.address}>
                <td className={styles.mono}>{item.address}</td>
                <td className={styles.mono}>{item.raw}</td>
                {WAYS.map(([type, order]) => {
                  const part = items.slice(i, i + WORDS[type]);
                  return (
                    <td key={type + order} className={styles.end}>
                      {part.length === WORDS[type] ? reported(decimalOf(bytesOf(part), type, order)) : ''}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  );
}
