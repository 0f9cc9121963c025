// Buttons with a behaviour of their own.

import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

type Shown = JSX.IntrinsicElements["button"] & { off: boolean; onClick?: () => void };

/** A button that can be off while it has the focus: one that is `disabled` would lose it, often by the press itself. */
export function Button({ off, onClick, ...rest }: Shown): JSX.Element {
  return <button type="button" {...rest} aria-disabled={off} onClick={() => !off && onClick?.()} />;
}

interface Asking {
  name: string;
  question: string;
  /** What it is about; if that changes, the question is asked again. */
  about?: unknown;
  onClick: () => void;
}

/** A button for something that cannot be undone: the first press, which may be an accident, only asks. */
export function SureButton({ name, question, about, onClick }: Asking): JSX.Element {
  const [asks, setAsks] = useState(false);
  useLayoutEffect(() => setAsks(false), [about]);
  return (
    <button type="button" class="danger" onBlur={() => setAsks(false)} onClick={() => (asks ? onClick() : setAsks(true))}>
      {asks ? question : name}
    </button>
  );
}
