// What was wrong with an action, shown where it was asked for.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { refusalOf } from "../errands";

interface Fault {
  fault: string;
  setFault: (fault: string) => void;
  /** Waits for an action; the fault is then its own. Returns whether it succeeded. */
  attempt: (action: Promise<void>) => Promise<boolean>;
}

export function useFault(): Fault {
  const [fault, setFault] = useState("");
  const attempt = async (action: Promise<void>): Promise<boolean> => {
    const message = await action.then(() => "", (error: unknown) => refusalOf(error).message);
    setFault(message);
    return message === "";
  };
  return { fault, setFault, attempt };
}

export function Alert({ fault }: { fault: string }): JSX.Element | null {
  if (fault === "") return null;
  return (
    <p class="fault" role="alert">
      {fault}
    </p>
  );
}
