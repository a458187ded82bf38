import { useEffect, useState } from 'react';

const interval = 3000;

/**
 * Shows one word after the other. Screen readers read all words once. If the user prefers reduced motion, the word
 * does not change.
 */
export function RotatingWord({ words }: { words: readonly string[] }) {
  const current = useRotation(words.length);
  return (
    <>
      <span className="sr-only">{words.join(', ')}</span>
      <span aria-hidden className="grid text-spot">
        {words.map((word, index) => (
          <span
            key={word}
            className={`col-start-1 row-start-1 transition duration-500 ease-out ${
              index === current ? '' : 'translate-y-[0.18em] opacity-0'
            }`}
          >
            {word}
          </span>
        ))}
      </span>
    </>
  );
}

function useRotation(count: number): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    const timer = setInterval(() => {
      if (!still.matches && !document.hidden) setCurrent((index) => (index + 1) % count);
    }, interval);
    return () => clearInterval(timer);
  }, [count]);
  return current;
}
