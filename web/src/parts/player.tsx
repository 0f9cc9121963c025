// The strip above or below the board: the player of this side, and the clock.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Clock, clockText, leftAt } from "../clock";
import type { Side } from "../protocol";
import { isPlaying, viewAt } from "../state";
import { sideName } from "../squares";
import type { Page } from "./page";

export function Player({ page: { state }, side }: { page: Page; side: Side }): JSX.Element {
  const { play, doc } = state;
  const tag = doc.tags.find(([name]) => name.toLowerCase() === side)?.[1];
  const name = tag && tag !== "?" ? tag : sideName(side);
  const thinks = isPlaying(state) && play && play.terms.you !== side && viewAt(state, play.node)?.turn === side;
  return (
    <div class="player">
      <span class={`disc ${side}`} aria-hidden="true" />
      <span class="player-name">{name}</span>
      {play && play.terms.you !== side && play.terms.level && <span class="level">level {play.terms.level}</span>}
      {thinks && <span class="thinks">thinks …</span>}
      {play?.clock && <Ticking clock={play.clock} side={side} />}
    </div>
  );
}

function Ticking({ clock, side }: { clock: Clock; side: Side }): JSX.Element {
  const runs = clock.running === side;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((count) => count + 1), 100);
    return () => clearInterval(timer);
  }, [runs]);
  const left = leftAt(clock, side, Date.now());
  const classes = ["clock", runs ? "runs" : "", left < 20_000 ? "short" : ""];
  return (
    <span class={classes.join(" ")} role="timer" aria-label={`Time left for ${sideName(side)}`}>
      {clockText(left)}
    </span>
  );
}
