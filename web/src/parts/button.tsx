// A button that can be off while it has the focus: one that is `disabled` would lose it, often by the press itself.

import type { JSX } from "preact";

type Shown = JSX.IntrinsicElements["button"] & { off: boolean; onClick?: () => void };

export function Button({ off, onClick, ...rest }: Shown): JSX.Element {
  return <button type="button" {...rest} aria-disabled={off} onClick={() => !off && onClick?.()} />;
}
