// A choice of one of several, with its label.

import type { JSX } from "preact";

interface Shown {
  label: string;
  value: string;
  /** The values, with their texts. */
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
  /** How label and choice stand. */
  kind?: "field" | "field wide" | "inline";
}

export function Select({ label, value, options, onChange, kind = "field" }: Shown): JSX.Element {
  return (
    <label class={kind}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
