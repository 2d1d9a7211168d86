import { device } from '#resource/archive/device.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { Picker } from '#web/resource/Picker.tsx';
import { useText } from '#web/text/useTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Object.module.css';
import type { Adding } from './ObjectTreePage.tsx';
import { useObjectTexts } from './useObjectTexts.ts';

export type AddValue = string | number | readonly number[] | null;

export interface AddFieldsProps {
  /** Begins the ids of the fields. */
  readonly id: string;
  readonly category: Adding['category'];
  readonly consumerId: number;
  readonly values: Readonly<Record<string, AddValue>>;
  /** The field that the server refused. */
  readonly refused: string | undefined;
  readonly set: (name: string, value: AddValue) => void;
}

/** What is entered for an object: the site for a station, else name, code and type with what its category has. */
export function AddFields(props: AddFieldsProps) {
  const { category, values } = props;
  const t = useObjectTexts();
  if (category === '0') return <Pick {...props} name="siteId" as="siteId" label={t('site')} />;
  return (
    <>
      {category === '2' && <Pick {...props} name="deviceId" as="deviceId" label={t('device')} />}
      <TextField {...props} name="orgName" label={t('name')} />
      {category === '2' && values['deviceId'] == null && (
        <>
          <TextField {...props} name="deviceCode" label={t('deviceCode')} hint={t('deviceHint')} />
          <DeviceClass {...props} />
        </>
      )}
      {category === '3' && <Pick {...props} name="ammeterIdList" as="ammeterIds" label={t('meters')} />}
      <TextField {...props} name="orgCode" label={t('code')} hint={t('codeHint')} />
      <Pick {...props} name="monitorObjectTypeId" as="monitorObjectTypeId" label={t('type')} />
    </>
  );
}

interface TextFieldProps extends AddFieldsProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

function TextField({ id, values, refused, set, name, label, hint }: TextFieldProps) {
  return (
    <label className={`${kit.stackTight} ${styles.field}`}>
      {label}
      <input
        id={`${id}-${name}`}
        value={String(values[name] ?? '')}
        maxLength={60}
        aria-invalid={refused === name}
        onChange={(event) => set(name, event.target.value)}
      />
      {hint && <small>{hint}</small>}
    </label>
  );
}

interface PickProps extends AddFieldsProps {
  readonly name: 'siteId' | 'monitorObjectTypeId' | 'deviceId' | 'ammeterIdList';
  /** The parameter that takes what is chosen. */
  readonly as: string;
  readonly label: string;
}

function Pick({ id, values, consumerId, set, name, as, label }: PickProps) {
  const many = name === 'ammeterIdList';
  const value = values[as];
  return (
    <div className={`${kit.stackTight} ${styles.field}`}>
      <label htmlFor={`${id}-${as}`}>{label}</label>
      <Picker
        id={`${id}-${as}`}
        field={monitorObject.fields[name]}
        ids={Array.isArray(value) ? value : typeof value === 'number' ? [value] : []}
        onChange={(ids) => set(as, many ? ids : (ids[0] ?? null))}
        multiple={many}
        consumerId={consumerId}
        label={label}
        clearable
      />
    </div>
  );
}

/** The class of equipment that is added with the object. */
function DeviceClass({ values, set }: AddFieldsProps) {
  const say = useText();
  const { label, options = {} } = device.fields.deviceClass;
  return (
    <label className={`${kit.stackTight} ${styles.field}`}>
      {say(label)}
      <select
        value={String(values['deviceClass'] ?? '1')}
        onChange={(event) => set('deviceClass', event.target.value)}
      >
        {Object.entries(options).map(([code, text]) => (
          <option key={code} value={code}>
            {say(text)}
          </option>
        ))}
      </select>
    </label>
  );
}
