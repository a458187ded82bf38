import type { KeyboardEvent, ReactNode } from 'react';

/** A point of a picture, in percent from the left and from the top. */
export interface Point {
  x: number;
  y: number;
}

const steps: Partial<Record<string, Point>> = {
  ArrowLeft: { x: -5, y: 0 },
  ArrowRight: { x: 5, y: 0 },
  ArrowUp: { x: 0, y: -5 },
  ArrowDown: { x: 0, y: 5 },
};

interface FocalPointProps {
  point: Point;
  onChange: (point: Point) => void;
  /** The picture. */
  children: ReactNode;
}

/** People press the picture where its subject is, or move the point with the arrow keys. */
export function FocalPoint({ point, onChange, children }: FocalPointProps) {
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    onChange({ x: toPercent(point.x + step.x), y: toPercent(point.y + step.y) });
  };
  return (
    <div>
      {/* Everything that a press does here, the arrow keys do on the button. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        className="relative mx-auto w-fit cursor-pointer"
        onClick={({ currentTarget, clientX, clientY, detail }) => {
          // A key that presses the button counts as a click without a place.
          if (detail === 0) return;
          const { left, top, width, height } = currentTarget.getBoundingClientRect();
          onChange({
            x: toPercent(((clientX - left) / width) * 100),
            y: toPercent(((clientY - top) / height) * 100),
          });
        }}
      >
        {children}
        <button
          type="button"
          aria-label={`Main point of the picture: ${point.x}% from the left, ${point.y}% from the top`}
          aria-describedby="focal-point-help"
          className="absolute grid size-11 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full"
          style={{ left: `${point.x}%`, top: `${point.y}%` }}
          onKeyDown={move}
        >
          {/* A white and a dark ring, because one of them shows on any picture. */}
          <span className="size-6 rounded-full border-3 border-[#fff] bg-spot outline-2 outline-[rgb(0_0_0/0.7)]" />
        </button>
      </div>
      <p id="focal-point-help" className="mt-2 text-center text-[0.9375rem] text-ink-faint">
        Press the picture where its main point is
        <span className="pointer-coarse:hidden">, or move the dot with the arrow keys</span>. Cards cut off
        the edges, but never this point.
      </p>
    </div>
  );
}

function toPercent(value: number): number {
  return Math.min(100, Math.max(0, Math.round(value)));
}
