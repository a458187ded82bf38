import { useCallback, useState } from 'react';

/**
 * Whether an element is at least `wanted` CSS pixels wide. Measures the element before the first paint.
 * @returns whether the element is wide enough, and the ref to put on the element
 */
export function useRoom(wanted: number) {
  const [hasRoom, setHasRoom] = useState(true);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const measure = () => setHasRoom(element.clientWidth >= wanted);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [wanted],
  );
  return [hasRoom, ref] as const;
}
