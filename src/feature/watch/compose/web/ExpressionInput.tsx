import { useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { DATA_CODES, dataCode } from '#contract/dataCode.ts';
import { textIn } from '#contract/text.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { secondAt } from '#domain/time/text.ts';
import { ammeter } from '#resource/archive/ammeter.ts';
import type { InputProps } from '#web/resource/kindWeb.ts';
import { ReferenceSelect } from '#web/resource/ReferenceSelect.tsx';
import { currentLanguage } from '#web/text/language.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { ExpressionCheck } from '../contract.ts';
import { checkQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Compose.module.css';
import { useComposeTexts } from './useComposeTexts.ts';

/** The expression of a rule, with what may be written, what is wrong while it is written, and what it says on a meter. */
export function ExpressionInput({
  field,
  id,
  value,
  onChange,
  consumerId,
  invalid,
  describedBy,
  label,
}: InputProps) {
  const t = useComposeTexts();
  const [ammeterId, setAmmeterId] = useState<number | null>(null);
  const text = typeof value === 'string' ? value : '';
  const asked = useDeferredValue(text.trim());
  const check = useQuery({ ...checkQuery(asked, ammeterId), enabled: asked !== '' });
  const found = asked === '' ? undefined : check.data;
  return (
    <div>
      <Input.TextArea
        {...(id ? { id } : {})}
        value={text}
        maxLength={field.max ?? 500}
        autoSize={{ minRows: 2, maxRows: 8 }}
        spellCheck={false}
        aria-invalid={invalid ?? found?.ok === false}
        aria-describedby={describedBy}
        aria-label={label}
        {...(invalid ? { status: 'error' as const } : {})}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className={styles.checked}>
        <output aria-live="polite">{found && <Found found={found} onMeter={ammeterId !== null} />}</output>
        {found?.ok && <Values found={found} />}
        <Helpers
          consumerId={consumerId}
          ammeterId={ammeterId}
          onMeter={setAmmeterId}
          onInsert={(code) => onChange(`${text}${text === '' || text.endsWith(' ') ? '' : ' '}${code} `)}
        />
        <span className={kit.quiet}>{t('functions')}</span>
      </div>
    </div>
  );
}

interface HelpersProps {
  readonly consumerId: number | null;
  readonly ammeterId: number | null;
  readonly onMeter: (ammeterId: number | null) => void;
  readonly onInsert: (code: string) => void;
}

/** The names that may be used, and the meter on which it is tried. */
function Helpers({ consumerId, ammeterId, onMeter, onInsert }: HelpersProps) {
  const t = useComposeTexts();
  const language = currentLanguage();
  return (
    <div className={styles.adding}>
      <Select<string>
        aria-label={t('insert')}
        className={styles.grow}
        size="small"
        showSearch
        optionFilterProp="label"
        placeholder={t('insert')}
        value={null}
        options={DATA_CODES.map((one) => ({
          value: one.code,
          label: `${one.code} ${textIn(one.label, language)}`,
        }))}
        onChange={onInsert}
      />
      <label className={styles.grow}>
        <span className={kit.quiet}>{t('onMeter')}</span>
        <ReferenceSelect
          target={ammeter}
          ids={ammeterId === null ? [] : [ammeterId]}
          onChange={([first]) => onMeter(first ?? null)}
          multiple={false}
          clearable
          small
          consumerId={consumerId}
          label={t('onMeter')}
        />
      </label>
    </div>
  );
}

interface FoundProps {
  readonly found: ExpressionCheck;
  readonly onMeter: boolean;
}

function Found({ found, onMeter }: FoundProps) {
  const t = useComposeTexts();
  if (!found.ok) return <StatusDot status="alarm" text={found.message ?? MISSING} />;
  if (!onMeter) return <StatusDot status="normal" text={t('expressionOk')} />;
  const at = found.asOf === null ? '' : ` · ${t('asOf', { at: secondAt(HOME_ZONE, found.asOf) })}`;
  const truth = found.truth === null ? 'isUnknown' : found.truth ? 'isTrue' : 'isFalse';
  return <StatusDot status={found.truth ? 'warning' : 'normal'} text={`${t(truth)}${at}`} />;
}

function Values({ found }: { readonly found: ExpressionCheck }) {
  return (
    <ul className={styles.values}>
      {found.values.map(({ code, name, unit, value }) => (
        <li key={code}>
          {code} <span className={kit.quiet}>{name}</span>{' '}
          {value !== null && (
            <b>
              {formatNumber(value, dataCode(code)?.decimals ?? 2)} {unit}
            </b>
          )}
        </li>
      ))}
    </ul>
  );
}
