import type { Resource } from '#contract/define.ts';
import { useText } from '#web/text/useTexts.ts';
import type { FormValues } from './form.ts';
import { kindWebs } from './kinds.ts';
import styles from './ResourceForm.module.css';
import type { WebSlots } from './slot.ts';

export interface FormFieldProps {
  readonly id: string;
  readonly name: string;
  readonly resource: Resource;
  readonly slots: WebSlots;
  readonly value: unknown;
  /** What the form holds, where inputs depend on each other. */
  readonly values?: FormValues;
  readonly title: string | undefined;
  readonly onChange: (value: unknown) => void;
  readonly problem: string | undefined;
  readonly consumerId: number | null;
}

/** Values longer than this get the whole width. */
const WIDE = 200;

/** One field of a form: label with the red star where it is required, input, what is wrong or meant. */
export function FormField(props: FormFieldProps) {
  const { id, name, resource, slots, problem } = props;
  const say = useText();
  const defined = resource.fields[name];
  if (!defined) return null;
  const field = (props.values && slots.narrow?.(defined, name, props.values)) ?? defined;
  const Slot = slots.inputs?.[name];
  const Input = Slot ?? kindWebs[field.kind].Input;
  const said = problem ?? (field.help && say(field.help));
  const wide = Slot !== undefined || (field.kind === 'text' && (field.max ?? 0) > WIDE);
  return (
    <div className={wide ? styles.wide : styles.field}>
      <label htmlFor={id}>
        {field.required && (
          <span className={styles.star} aria-hidden="true">
            *
          </span>
        )}
        {say(field.label)}
      </label>
      <Input
        id={id}
        field={field}
        value={props.value}
        title={props.title}
        onChange={props.onChange}
        consumerId={props.consumerId}
        invalid={problem !== undefined}
        describedBy={said ? `${id}-said` : undefined}
        label={say(field.label)}
      />
      {said && (
        <p
          id={`${id}-said`}
          className={problem ? styles.problem : styles.help}
          role={problem ? 'alert' : undefined}
        >
          {said}
        </p>
      )}
    </div>
  );
}
