import type { ComponentProps } from 'react';
import { Field } from '../parts/field.tsx';
import { labelOf, type SettingsFieldName } from './settings-fields.ts';

type FieldProps = ComponentProps<typeof Field>;

/** A field of the settings with the label by which it can be found. */
export function Setting({
  name,
  label = labelOf(name),
  ...field
}: Omit<FieldProps, 'label' | 'name'> & { name: SettingsFieldName; label?: string | undefined }) {
  return <Field name={name} label={label} {...field} />;
}
