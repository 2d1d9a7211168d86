import { Select } from 'antd';
import { DATA_CODES, ENERGY_CODES, unitOfCode } from '#contract/dataCode.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { CONSUMER_COLUMN } from '../../contract.ts';
import type { Analysis, ColumnFound, ColumnMapping, ColumnRole, Mapping } from '../../contract.ts';
import { isLong, type MappingProblem } from '../../domain/checkMapping.ts';
import { unitsLike } from '#domain/cell/unit.ts';
import type { InputMeter } from '../calls.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './MappingTable.module.css';

export interface MappingRowProps {
  readonly found: ColumnFound;
  readonly mapped: ColumnMapping;
  readonly mapping: Mapping;
  readonly verdict: Analysis['dateVerdict'];
  readonly rows: number;
  readonly meters: readonly InputMeter[];
  readonly problem: MappingProblem | undefined;
  readonly onSet: (mapped: ColumnMapping) => void;
  readonly onOrder: (order: Mapping['dateOrder']) => void;
}

/** What a column may be: nothing, a time, the values of a meter, or what its rows are about. */
function useRoles(long: boolean, meters: readonly InputMeter[]) {
  const t = useDataInputTexts();
  const say = useText();
  return [
    { label: t('roleIgnore'), value: 'role:ignore' },
    {
      label: t('roleTime'),
      options: [
        { label: t('roleStamp'), value: 'role:stamp' },
        { label: t('roleDate'), value: 'role:date' },
        { label: t('roleTimeOfDay'), value: 'role:time' },
      ],
    },
    ...(long
      ? []
      : [
          {
            label: t('roleMeters'),
            options: meters.map((m) => ({ label: `${m.code} ${m.name}`, value: `meter:${m.id}` })),
          },
        ]),
    {
      label: t('roleRow'),
      options: [
        ...(meters.some((m) => m.owner !== undefined)
          ? [{ label: say(CONSUMER_COLUMN.header), value: 'role:consumerCode' }]
          : []),
        { label: t('roleMeterCode'), value: 'role:meterCode' },
        { label: t('roleDataCode'), value: 'role:dataCode' },
        ...(long ? [{ label: t('roleValue'), value: 'role:value' }] : []),
      ],
    },
  ];
}

/** What a column of the file is. */
export function RoleSelect({ found, mapped, mapping, meters, onSet }: MappingRowProps) {
  const t = useDataInputTexts();
  const long = isLong(mapping);
  const { column, role } = mapped;
  const choose = (value: string): void => {
    const [kind, what] = value.split(':');
    if (kind === 'meter') {
      onSet({
        column,
        role: 'value',
        meterId: Number(what),
        code: mapped.code ?? 'PP',
        unit: mapped.unit ?? found.unit,
      });
    } else onSet({ column, role: what as ColumnRole });
  };
  const options = useRoles(long, meters);
  const value =
    role === 'value' && !long ? (mapped.meterId ? `meter:${mapped.meterId}` : null) : `role:${role}`;
  return (
    <Select
      size="small"
      className={styles.select ?? ''}
      aria-label={`${nameOf(found)}: ${t('meterColumn')}`}
      placeholder={t('chooseMeter')}
      value={value}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      options={options}
      onChange={(next: string | null) => next !== null && choose(next)}
    />
  );
}

const nameOf = ({ letter, header }: ColumnFound): string => `${letter} ${header}`;

/** Which data a column holds, or how its dates are written. */
export function DataChoice(props: MappingRowProps) {
  const { mapped, mapping } = props;
  const t = useDataInputTexts();
  switch (mapped.role) {
    case 'value':
      return isLong(mapping) ? null : <DataSelect {...props} />;
    case 'stamp':
    case 'date':
      return (
        <Select
          size="small"
          className={styles.select ?? ''}
          aria-label={t('dateOrder')}
          value={mapping.dateOrder}
          options={[
            { value: 'YMD', label: 'YYYY/MM/DD' },
            { value: 'DMY', label: 'DD/MM/YYYY' },
            { value: 'MDY', label: 'MM/DD/YYYY' },
          ]}
          onChange={props.onOrder}
        />
      );
    case 'time':
      return 'HH:mm';
    case 'ignore':
      return <span className={styles.none}>--</span>;
    default:
      return null;
  }
}

/** Whether a column can be read so; where a meter is called alike, the offer of it. */
export function ColumnCheck(props: MappingRowProps) {
  const { found, mapped, mapping, meters, problem, onSet } = props;
  const say = useText();
  const open = mapped.role === 'value' && !isLong(mapping) && !mapped.meterId;
  const like = open ? meters.find(({ id }) => id === found.like?.meterId) : undefined;
  if (like)
    return (
      <Like
        meter={like}
        percent={found.like?.percent ?? 0}
        onTake={() => onSet({ ...mapped, meterId: like.id })}
      />
    );
  return problem ? <StatusDot status="alarm" text={say(problem.text)} /> : <Check {...props} />;
}

function DataSelect({ found, mapped, mapping, meters, onSet }: MappingRowProps) {
  const t = useDataInputTexts();
  const say = useText();
  const meter = meters.find((one) => one.id === mapped.meterId);
  const energies: readonly string[] = ENERGY_CODES;
  const codes = DATA_CODES.filter(
    (code) => mapping.kind === 'register' || code.kind === 'gauge' || energies.includes(code.code),
  );
  const wanted = meter && mapped.code ? unitOfCode(mapped.code, meter.unit) : '';
  const units = wanted ? unitsLike(wanted) : [];
  const stated = mapped.unit ?? wanted;
  return (
    <span className={kit.inline}>
      <Select
        size="small"
        className={styles.select ?? ''}
        aria-label={`${nameOf(found)}: ${t('dataColumn')}`}
        placeholder={t('chooseData')}
        value={mapped.code ?? null}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        options={codes.map((code) => ({
          value: code.code as string,
          label: `${code.code} ${say(code.label)}`,
        }))}
        onChange={(code: string | null) => code && onSet({ ...mapped, code, unit: found.unit })}
      />
      {(units.length > 1 || (stated && stated !== wanted)) && (
        <Select
          size="small"
          className={styles.unit ?? ''}
          aria-label={`${nameOf(found)}: ${t('unitOfFile')}`}
          value={stated || wanted}
          popupMatchSelectWidth={false}
          options={[...new Set([...units, ...(stated ? [stated] : [])])].map((unit) => ({
            value: unit,
            label: unit,
          }))}
          onChange={(unit: string) => onSet({ ...mapped, unit })}
        />
      )}
      {units.length <= 1 && (!stated || stated === wanted) && (
        <span className={styles.fixedUnit}>{wanted}</span>
      )}
    </span>
  );
}

function Check({ found, mapped, verdict, rows }: MappingRowProps) {
  const t = useDataInputTexts();
  if (mapped.role === 'ignore') return null;
  const n = formatNumber(rows - found.empty - found.unreadable, 0);
  const time = mapped.role === 'stamp' || mapped.role === 'date';
  if (time && verdict === 'ambiguous') return <StatusDot status="warning" text={t('ambiguous')} />;
  if (found.unreadable > 0) {
    return (
      <StatusDot status="warning" text={t('unreadable', { n, bad: formatNumber(found.unreadable, 0) })} />
    );
  }
  if (time && verdict === 'sequence') return <>{t('bySequence')}</>;
  if (mapped.role === 'value' && found.looks === 'number') {
    return <>{t('numbers', { n, empty: formatNumber(found.empty, 0) })}</>;
  }
  return <>{t('readable', { n })}</>;
}

function Like({ meter, percent, onTake }: { meter: InputMeter; percent: number; onTake: () => void }) {
  const t = useDataInputTexts();
  return (
    <span className={kit.row} title={`${meter.code} ${meter.name}`}>
      <StatusDot status="warning" text={t('like', { name: meter.name, percent })} />
      <Button kind="link" onClick={onTake}>
        {t('takeIt')}
      </Button>
    </span>
  );
}
