/** A list of any length: only visible rows are in the page. Rows have one height and contain text only. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { asCurrentList } from '../keys.ts';

interface Props {
  count: number;
  rowHeight: number;
  label: string;
  /** Undefined: not loaded yet. */
  row(at: number): ComponentChildren;
  rowClass?(at: number): string;
  onOpen?(at: number): void;
  /** Called with the visible rows. */
  onRange?(first: number, last: number): void;
  empty: ComponentChildren;
}

const SPARE = 8;

export function VirtualList(props: Props) {
  const { count, rowHeight, label, row, rowClass, onOpen, onRange, empty } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const [active, setActive] = useState(-1);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - SPARE);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + SPARE);

  useLayoutEffect(() => {
    const element = box.current!;
    const measure = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  useEffect(() => onRange?.(first, last), [first, last, count]);

  const state = useRef({ active, count, onOpen });
  state.current = { active, count, onOpen };
  useEffect(
    () =>
      asCurrentList({
        move(by) {
          const { active, count } = state.current;
          if (count === 0) return;
          const next = Math.min(count - 1, Math.max(0, active + by));
          setActive(next);
          const element = box.current!;
          const top = next * rowHeight;
          if (top < element.scrollTop) element.scrollTop = top;
          else if (top + rowHeight > element.scrollTop + element.clientHeight)
            element.scrollTop = top + rowHeight - element.clientHeight;
        },
        open() {
          const { active, onOpen } = state.current;
          if (active < 0) return;
          // So that the focus returns to the row.
          box.current!.focus({ preventScroll: true });
          onOpen?.(active);
        },
      }),
    [],
  );

  const rows = [];
  for (let at = first; at < last; at++)
    rows.push(
      <div
        // The elements stay in place and show other rows: scrolling moves nothing.
        key={at - first}
        id={`row-${at}`}
        role="option"
        aria-selected={at === active}
        aria-posinset={at + 1}
        aria-setsize={count}
        class={`vrow ${rowClass?.(at) ?? ''}${at === active ? ' active' : ''}`}
        style={{ transform: `translateY(${at * rowHeight}px)`, height: `${rowHeight}px` }}
        onClick={() => {
          setActive(at);
          onOpen?.(at);
        }}
      >
        {row(at)}
      </div>,
    );
  return (
    <div
      ref={box}
      class="vlist"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      {...(active >= first && active < last && { 'aria-activedescendant': `row-${active}` })}
    >
      {count === 0 && empty}
      <div role="presentation" class="vspace" style={{ height: `${count * rowHeight}px` }}>
        {rows}
      </div>
    </div>
  );
}
