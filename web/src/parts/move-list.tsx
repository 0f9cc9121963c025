// The moves of the game as they are written in books: the main line in bold, variations set in below the move
// that they replace, with comments and signs. The move on the board can be commented, judged and removed.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { glyphMeaning, glyphText, isSign } from "../glyphs";
import { readable, scoreForPrograms, scoreText } from "../score";
import { isPlaying, viewAt } from "../state";
import { isMain, signOf, MOVE_SIGNS, nodeAt, ROOT } from "../tree";
import type { Page } from "./page";

export function MoveList({ page }: { page: Page }): JSX.Element {
  const { state } = page;
  const { doc, at } = state;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => scrollTo(list.current), [at]);
  const start = viewAt(state, ROOT);
  const ply = ((start?.number ?? 1) - 1) * 2 + (start?.turn === "black" ? 1 : 0);
  const empty = nodeAt(doc.tree, ROOT).children.length === 0;
  return (
    <section class="game" aria-label="Moves">
      <div class="move-list" ref={list} tabIndex={0} role="group" aria-label="Move list">
        {doc.introduction && <p class="comment">{readable(doc.introduction)}</p>}
        {empty ? <p class="rules">No moves yet.</p> : <Branch page={page} from={ROOT} ply={ply} depth={0} />}
        {doc.result !== "*" && !empty && <p class="result">{doc.result}</p>}
      </div>
      {at !== ROOT && !isPlaying(state) && <Annotate key={at} page={page} />}
    </section>
  );
}

/** Brings the move on the board into view within the list, without moving the page. */
function scrollTo(list: HTMLElement | null): void {
  const here = list?.querySelector<HTMLElement>("[aria-current]");
  if (!list || !here) return;
  const [top, bottom] = [here.offsetTop - list.offsetTop, here.offsetTop - list.offsetTop + here.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

interface BranchShown {
  page: Page;
  /** The node whose first child begins this line. */
  from: number;
  /** Half-moves before that child. */
  ply: number;
  depth: number;
  /** Begins with this move instead, a variation. */
  first?: number;
}

/** A line of moves, with the variations to each. */
function Branch({ page, from, ply, depth, first }: BranchShown): JSX.Element {
  const { tree } = page.state.doc;
  const parts: JSX.Element[] = [];
  let [at, plies, number] = [from, ply, true];
  let next = first ?? nodeAt(tree, from).children[0];
  while (next !== undefined) {
    const node = nodeAt(tree, next);
    if (node.before) parts.push(<Comment key={`before${next}`} text={node.before} />);
    parts.push(<Move key={next} page={page} id={next} ply={plies} number={number || plies % 2 === 0} />);
    number = false;
    if (readable(node.comment)) {
      parts.push(<Comment key={`comment${next}`} text={node.comment} />);
      number = true;
    }
    // A variation shows no variations to its own first move: they belong to the line it leaves.
    const others = at === from && first !== undefined ? [] : nodeAt(tree, at).children.slice(1);
    for (const other of others) {
      parts.push(
        <div class="variation" key={`variation${other}`}>
          <Branch page={page} from={at} ply={plies} depth={depth + 1} first={other} />
        </div>,
      );
      number = true;
    }
    at = next;
    plies += 1;
    next = nodeAt(tree, at).children[0];
  }
  return <div class={depth === 0 ? "branch main-line" : "branch"}>{parts}</div>;
}

function Comment({ text }: { text: string }): JSX.Element {
  return <span class="comment">{readable(text)}</span>;
}

function Move({ page, id, ply, number }: { page: Page; id: number; ply: number; number: boolean }): JSX.Element {
  const { san, glyphs, comment } = nodeAt(page.state.doc.tree, id);
  const score = scoreForPrograms(comment);
  const before = `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? "." : "…"}`;
  const here = page.state.at === id;
  return (
    <span class="move">
      {number && <span class="number">{before}</span>}
      <button type="button" class="step" {...(here ? { "aria-current": "step" } : {})} onClick={() => page.dispatch({ type: "go", node: id })}>
        {san}
        {glyphs.map((glyph, index) => (
          <span class={`glyph glyph-${glyph} ${isSign(glyph) ? "" : "in-words"}`} title={glyphMeaning(glyph)} key={index}>
            {index === 0 && isSign(glyph) ? "" : " "}
            {glyphText(glyph)}
          </span>
        ))}
      </button>
      {score && <span class="told-score">{scoreText(score)}</span>}
    </span>
  );
}

/** What can be done with the move on the board. */
function Annotate({ page: { state, dispatch } }: { page: Page }): JSX.Element {
  const { at, doc } = state;
  const node = nodeAt(doc.tree, at);
  return (
    <details class="annotate">
      <summary>Annotate {node.san}</summary>
      <div class="stack">
        <label class="field wide">
          <span>Comment</span>
          <textarea
            rows={2}
            value={node.comment}
            onInput={(event) => dispatch({ type: "annotate", node: at, comment: event.currentTarget.value })}
          />
        </label>
        <div class="buttons">
          <label class="inline">
            Sign
            <select
              value={String(signOf(node))}
              onChange={(event) => dispatch({ type: "sign", node: at, sign: Number(event.currentTarget.value) })}
            >
              <option value="0">none</option>
              {MOVE_SIGNS.map((glyph) => (
                <option key={glyph} value={String(glyph)}>
                  {glyphText(glyph)}
                </option>
              ))}
            </select>
          </label>
          {!isMain(doc.tree, at) && (
            <button type="button" onClick={() => dispatch({ type: "promote", node: at })}>
              Make main line
            </button>
          )}
          <button type="button" class="danger" onClick={() => dispatch({ type: "remove", node: at })}>
            Remove from here
          </button>
        </div>
      </div>
    </details>
  );
}
